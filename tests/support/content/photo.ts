import sharp from 'sharp'

const bands = 3

/** Evenly spread numbers from 0 to 1, the same every time for the same seed. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** A layer of soft spots: random cells drawn over the whole picture. */
function spots(cells: number, width: number, height: number, next: () => number): Promise<Buffer> {
  const across = Math.max(2, Math.round((cells * width) / height))
  const pixels = Buffer.from(Array.from({ length: across * cells * bands }, () => Math.floor(next() * 256)))
  return sharp(pixels, { raw: { width: across, height: cells, channels: bands } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}

/**
 * A JPEG that compresses as photographs do: a sky's gradient, shapes of every size whose contrast falls with their
 * size, and a camera's noise. Invented, and the same for the same seed.
 */
export async function inventedPhoto(width: number, height: number, seed = 1): Promise<Buffer> {
  const next = numbers(seed)
  const layers = await Promise.all(
    [2, 4, 8, 16, 32, 64, 128, 256].map(async (cells) => ({
      weight: 0.5 / cells ** 0.36,
      pixels: await spots(cells, width, height, next),
    })),
  )
  const mixed = Buffer.alloc(width * height * bands)
  for (let at = 0; at < mixed.length; at += 1) {
    const sky = 150 - (90 * at) / mixed.length
    let shapes = 0
    // A loop: millions of calls of a function take ten times as long.
    for (const { weight, pixels } of layers) shapes += weight * ((pixels[at] ?? 0) - 128)
    mixed[at] = Math.max(0, Math.min(255, sky + shapes + (next() - 0.5) * 8))
  }
  return sharp(mixed, { raw: { width, height, channels: bands } })
    .jpeg({ quality: 88 })
    .toBuffer()
}
