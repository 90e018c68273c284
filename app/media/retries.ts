/** How often a failed picture is retried (specification section 9). */
export const retryLimit = 3

/** Delay before a retry, in ms; doubles from one to the next. */
export function retryDelay(retries: number): number {
  return 500 * 2 ** retries
}

/**
 * Whether a picture failed before its listeners were attached. `complete` is true for lazy pictures that have not
 * begun to load as well; only decoding distinguishes them: that of a broken picture rejects at once.
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
