type Library = (typeof import('sharp'))['default']

let loading: Promise<Library> | undefined

/**
 * The picture library, loaded when the first picture needs it. It works at one picture with one thread and keeps
 * nothing: pages share the machine with it.
 */
export function loadSharp(): Promise<Library> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loading
}

/** How files are read that anybody may have made: one frame, nothing beyond 50 million pixels, nothing damaged. */
export const reading = { limitInputPixels: 50_000_000, failOn: 'error', pages: 1 } as const
/** Seconds after which the work at one picture is given up. */
export const longestWork = { seconds: 20 }
