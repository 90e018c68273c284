import { decoderOptions, loadSharp, timeLimit } from './load-sharp.ts'

/** Twice the widest rendition (contract/picture-widths.ts): nothing larger is ever shown. */
const longestSide = 2560

/**
 * A picture encoded anew in its own format (a GIF as PNG): upright, in sRGB, at most 2560 pixels long, without place, camera,
 * preview or any other metadata. `name`: as `inspectImage` gives it. Rejects for a damaged file.
 */
export async function withoutMetadata(bytes: Buffer, name: string): Promise<Buffer> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, decoderOptions)
    .timeout(timeLimit)
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  if (name.endsWith('.jpg')) return picture.jpeg({ quality: 92 }).toBuffer()
  if (name.endsWith('.webp')) return picture.webp({ quality: 92 }).toBuffer()
  if (name.endsWith('.avif')) return picture.avif({ quality: 75, effort: 3 }).toBuffer()
  return picture.png().toBuffer()
}

/** Whether a picture says more than it shows: where and by whom it was taken, with what, or texts about it. */
export async function hasMetadata(bytes: Buffer): Promise<boolean> {
  const sharp = await loadSharp()
  const { exif, xmp, iptc, comments } = await sharp(bytes, decoderOptions).metadata()
  return [exif, xmp, iptc, comments].some((part) => part !== undefined)
}
