/** How often a picture that failed is asked for again (specification section 9). */
export const retryLimit = 3

/** How long before a retry, in ms: doubled from one to the next. */
export function retryDelay(retries: number): number {
  return 500 * 2 ** retries
}

/**
 * Whether a picture has failed before anybody listened. `complete` alone does not tell: a late picture that waits for its
 * turn is complete too, and only its decoding tells the difference: that of a broken one fails at once.
 */
export async function hasFailedBefore(picture: HTMLImageElement): Promise<boolean> {
  if (!picture.complete || picture.naturalWidth > 0 || !('decode' in picture)) return false
  try {
    await picture.decode()
    return false
  } catch {
    return picture.complete && picture.naturalWidth === 0
  }
}
