import { nearestPalette, type PaletteName } from './placeholder-palette.ts'
import { hashOfBytes, imageAddress } from './image-name.ts'
import { loadSharp, timeLimit, decoderOptions } from './load-sharp.ts'

/** A picture that can be stored: its name by content, address, size in pixels after rotation, and colour. */
export type InspectedImage = {
  name: string
  src: string
  width: number
  height: number
  color: PaletteName
}
/** Why a file is rejected: not JPEG, PNG, WebP, GIF or AVIF; too many pixels; damaged. */
export type ImageFault = 'unknown' | 'huge' | 'broken'

const extensions: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'jpg'],
  ['png', 'png'],
  ['webp', 'webp'],
  ['gif', 'gif'],
  ['heif', 'avif'],
])

/** Decodes a picture completely and describes it. */
export async function inspectImage(bytes: Buffer): Promise<InspectedImage | ImageFault> {
  const { format, compression, width, height } = await factsOf(bytes).catch(() => nothing)
  const extension = extensions.get(format)
  if (extension === undefined) return 'unknown'
  if (format === 'heif' && compression !== 'av1') return 'unknown'
  if (width * height > decoderOptions.limitInputPixels) return 'huge'
  const color = await colorOf(bytes).catch(() => undefined)
  if (color === undefined) return 'broken'
  const name = `${hashOfBytes(bytes)}.${extension}`
  return { name, src: imageAddress(name), width, height, color }
}

const nothing = { format: '', compression: undefined, width: 0, height: 0 }

async function factsOf(bytes: Buffer) {
  const sharp = await loadSharp()
  const { format, compression, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return { format, compression, ...autoOrient }
}

/** The placeholder colour nearest to the mean of all pixels. Rejects for a damaged file. */
async function colorOf(bytes: Buffer): Promise<PaletteName> {
  const sharp = await loadSharp()
  const pixels = await sharp(bytes, decoderOptions)
    .timeout(timeLimit)
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
