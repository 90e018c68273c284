type Library = (typeof import('sharp'))['default']

let loading: Promise<Library> | undefined

/** Loaders of uploaded pictures, of posters, and of nothing else that libvips reads. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}Buffer`)

/** The image library, loaded with the first picture: one thread, no cache, no other loaders. */
export function loadSharp(): Promise<Library> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: loaders })
    return sharp
  })
  return loading
}

/** Decoder options for untrusted files: one frame, at most 50 million pixels, nothing damaged. */
export const decoderOptions = { limitInputPixels: 50_000_000, failOn: 'error', pages: 1 } as const
