import type { ImageFault, InspectedImage } from '../images/picture-tasks.ts'
import { inspectImage, readHead } from './inspect-image.ts'
import { decoderOptions, loadSharp } from './load-sharp.ts'

/** Twice the widest rendition (contract/media/picture-widths.ts): nothing larger is ever shown. */
const longestSide = 2560

/**
 * A picture without place, camera, preview or any other metadata, with its description. It is encoded anew, upright, in
 * sRGB, at most 2560 pixels long: a GIF as PNG, AVIF, which takes three times as long, as WebP. Without `always`, one
 * that has no metadata stays as it is.
 */
export async function cleanImage(
  bytes: Buffer,
  { always }: { always: boolean },
): Promise<{ image: InspectedImage; bytes: Buffer } | ImageFault> {
  const head = await readHead(bytes)
  if (typeof head === 'string') return head
  const isKept = !always && !head.hasMetadata
  const clean = isKept ? bytes : await encodedAnew(bytes, head.extension).catch(() => undefined)
  if (clean === undefined) return 'broken'
  const image = await inspectImage(clean)
  return typeof image === 'string' ? image : { image, bytes: clean }
}

async function encodedAnew(bytes: Buffer, extension: string): Promise<Buffer> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, decoderOptions)
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  if (extension === 'jpg') return picture.jpeg({ quality: 92 }).toBuffer()
  if (extension === 'webp') return picture.webp({ quality: 92 }).toBuffer()
  if (extension === 'avif') return picture.webp({ quality: 92, effort: 2 }).toBuffer()
  return picture.png().toBuffer()
}
