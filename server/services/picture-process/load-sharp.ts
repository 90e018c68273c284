type Library = (typeof import('sharp'))['default']

let loading: Promise<Library> | undefined

/**
 * The image library, loaded with the first picture. One picture at a time with one thread and no cache, since pages
 * share the machine.
 */
export function loadSharp(): Promise<Library> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loading
}

/** Decoder options for untrusted files: one frame, at most 50 million pixels, nothing damaged. */
export const decoderOptions = { limitInputPixels: 50_000_000, failOn: 'error', pages: 1 } as const
/** Time limit of the work on one picture. */
export const timeLimit = { seconds: 20 }
