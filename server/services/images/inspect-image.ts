import { nearestPalette, type PaletteName } from './placeholder-palette.ts'
import { hashOfBytes, imageAddress } from './image-name.ts'
import { loadSharp, longestWork, reading } from './load-sharp.ts'

/** A picture that can be kept: its name by what it holds, its address, its size in pixels as it is seen, its colour. */
export type InspectedImage = {
  name: string
  src: string
  width: number
  height: number
  color: PaletteName
}
/** Why a file is not kept: none of JPEG, PNG, WebP, GIF and AVIF; too many pixels; damaged. */
export type ImageFault = 'unknown' | 'huge' | 'broken'

const extensions: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'jpg'],
  ['png', 'png'],
  ['webp', 'webp'],
  ['gif', 'gif'],
  ['heif', 'avif'],
])

/** Reads a picture to its last pixel. */
export async function inspectImage(bytes: Buffer): Promise<InspectedImage | ImageFault> {
  const { format, compression, width, height } = await factsOf(bytes).catch(() => nothing)
  const extension = extensions.get(format)
  if (extension === undefined) return 'unknown'
  if (format === 'heif' && compression !== 'av1') return 'unknown'
  if (width * height > reading.limitInputPixels) return 'huge'
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
  const pixels = await sharp(bytes, reading)
    .timeout(longestWork)
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
