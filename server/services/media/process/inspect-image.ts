import { hashOfBytes, imageAddress } from '../images/image-name.ts'
import type { ImageFault, InspectedImage } from '../images/picture-tasks.ts'
import { nearestPalette, type PaletteName } from '../images/placeholder-palette.ts'
import { decoderOptions, loadSharp } from './load-sharp.ts'

const extensions: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'jpg'],
  ['png', 'png'],
  ['webp', 'webp'],
  ['gif', 'gif'],
  ['heif', 'avif'],
])

/** Decodes a picture completely and describes it. */
export async function inspectImage(bytes: Buffer): Promise<InspectedImage | ImageFault> {
  const head = await readHead(bytes)
  if (typeof head === 'string') return head
  const color = await colorOf(bytes).catch(() => undefined)
  if (color === undefined) return 'broken'
  const name = `${hashOfBytes(bytes)}.${head.extension}`
  return { name, src: imageAddress(name), width: head.width, height: head.height, color }
}

/** What a file says of itself before its pixels are decoded, or why it is refused by that. */
export async function readHead(bytes: Buffer) {
  const sharp = await loadSharp()
  const read = sharp(bytes, { limitInputPixels: false }).metadata()
  const head = await read.catch(() => undefined)
  const extension = extensions.get(head?.format ?? '')
  if (head === undefined || extension === undefined) return 'unknown'
  const { format, compression, exif, xmp, iptc, comments, autoOrient } = head
  if (format === 'heif' && compression !== 'av1') return 'unknown'
  const { width, height } = autoOrient
  if (width * height > decoderOptions.limitInputPixels) return 'huge'
  /** Where and by whom it was taken, with what, or texts about it. */
  const hasMetadata = [exif, xmp, iptc, comments].some((part) => part !== undefined)
  return { extension, width, height, hasMetadata }
}

/** The placeholder colour nearest to the mean of all pixels. Rejects for a damaged file. */
async function colorOf(bytes: Buffer): Promise<PaletteName> {
  const sharp = await loadSharp()
  const pixels = await sharp(bytes, decoderOptions)
    .resize(16, 16, { fit: 'fill' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
  const mean = (channel: number) =>
    pixels.filter((_value, at) => at % 3 === channel).reduce((sum, value) => sum + value, 0) /
    (pixels.length / 3)
  const hex = [0, 1, 2].map((channel) => Math.round(mean(channel)).toString(16).padStart(2, '0'))
  return nearestPalette(`#${hex.join('')}`)
}
