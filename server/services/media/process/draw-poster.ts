import path from 'node:path'
import type { OverlayOptions } from 'sharp'
import { encode } from 'uqr'
import { projectRoot } from '#server/db/project-root.ts'
import type { Poster, PosterSite } from '../images/picture-tasks.ts'
import { decoderOptions, loadSharp } from './load-sharp.ts'

/** Size of a poster in pixels. */
const posterSize = { width: 1080, height: 1440 }

const colours = {
  paper: '#fbfaf6',
  ink: '#17302b',
  soft: '#5a6965',
  brand: '#0f6b5c',
  line: '#dcded6',
  white: '#ffffff',
}

const margin = 72
const textWidth = posterSize.width - 2 * margin
const qrSize = 232
const footHeight = qrSize + 96
const footTop = posterSize.height - footHeight
/** The width of what stands beside the QR code. */
const noteWidth = textWidth - qrSize - 48
/** A lower picture shows nothing. */
const leastPicture = 240
const mostPicture = 620

type Weight = 'regular' | 'bold'
type Style = { size: number; colour: string; weight?: Weight; width?: number }
type Layer = { input: Buffer; height: number }

const fonts: Readonly<Record<Weight, { family: string; file: string }>> = {
  regular: { family: 'Noto Sans CJK SC', file: 'noto-sans-sc-regular.otf' },
  bold: { family: 'Noto Sans CJK SC Bold', file: 'noto-sans-sc-bold.otf' },
}

const fontFile = (file: string) => path.join(projectRoot(), 'server/services/media/posters/fonts', file)

/**
 * Draws a poster as a JPEG. Text is set in the fonts that lie beside this module, since a server need not have one for
 * Chinese.
 */
export async function drawPoster(
  poster: Poster,
  cover: Buffer | undefined,
  site: PosterSite,
): Promise<Buffer> {
  const sharp = await loadSharp()
  const onColour = cover === undefined
  const head = [
    ...(poster.kicker === ''
      ? []
      : [await textLayer(poster.kicker, { size: 32, colour: onColour ? colours.white : colours.brand })]),
    await titleLayer(poster.title, onColour ? colours.white : colours.ink),
  ]
  const facts = await Promise.all(
    poster.facts.map(async ({ label, text }) => [
      await textLayer(label, { size: 28, colour: colours.soft }),
      await fittedLayer(text, factSizes(poster.facts.length, onColour), {
        colour: colours.ink,
        weight: 'bold',
      }),
    ]),
  )
  const notes = [
    await textLayer(site.name, { size: 40, colour: colours.brand, weight: 'bold', width: noteWidth }),
    ...(await Promise.all(
      [...poster.notes, new URL(site.origin).host].map((note) =>
        textLayer(note, { size: 26, colour: colours.soft, width: noteWidth }),
      ),
    )),
  ]
  const headHeight = heightOf(head, headGap)
  const factsHeight =
    facts.reduce((sum, fact) => sum + heightOf(fact, labelGap), 0) + (facts.length - 1) * factGap
  const left = footTop - headHeight - factsHeight - 2 * sectionGap
  const pictureHeight = onColour ? 0 : Math.min(mostPicture, Math.max(leastPicture, left - sectionGap))
  // Without a picture what is left goes to the band of colour and to the space around the facts.
  const bandHeight = onColour ? Math.round(headHeight + 2 * sectionGap + Math.max(0, left) / 2) : 0
  const headTop = onColour ? (bandHeight - headHeight) / 2 : pictureHeight + sectionGap
  const factsTop = onColour
    ? bandHeight + (footTop - bandHeight - factsHeight) / 2
    : headTop + headHeight + sectionGap
  const layers: OverlayOptions[] = [
    ...placed(head, headTop, headGap),
    ...placedGroups(facts, factsTop),
    ...placed(notes, footTop + (footHeight - heightOf(notes, noteGap)) / 2, noteGap),
  ]
  if (cover !== undefined) {
    const picture = await sharp(cover, decoderOptions)
      .resize({ width: posterSize.width, height: pictureHeight, fit: 'cover' })
      .toBuffer()
    layers.push({ input: picture, top: 0, left: 0 })
  }
  return sharp(Buffer.from(ground(site.origin + poster.path, bandHeight)))
    .composite(layers)
    .flatten({ background: colours.paper })
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toBuffer()
}

/** Six facts fit a poster with two lines each. */
function factSizes(count: number, onColour: boolean): number[] {
  if (count > 3) return [36, 32, 28]
  return onColour ? [60, 50, 42] : [44, 38, 32]
}

const headGap = 22
const labelGap = 14
const factGap = 36
const noteGap = 16
const sectionGap = 48

/** What lies below the text: paper, a band of colour, the rule above the foot, and the QR code. */
function ground(address: string, bandHeight: number): string {
  const { width, height } = posterSize
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const modules = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  const top = footTop + (footHeight - qrSize) / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${colours.paper}"/>`,
    `<rect width="${width}" height="${bandHeight}" fill="${colours.brand}"/>`,
    `<rect x="${margin}" y="${footTop}" width="${textWidth}" height="2" fill="${colours.line}"/>`,
    `<g transform="translate(${width - margin - qrSize} ${top})scale(${qrSize / size})" shape-rendering="crispEdges">`,
    `<rect width="${size}" height="${size}" fill="${colours.white}"/>`,
    `<path d="${modules}" fill="#000000"/></g></svg>`,
  ].join('')
}

async function titleLayer(title: string, colour: string): Promise<Layer> {
  return fittedLayer(title, [72, 62, 54, 46, 40], { colour, weight: 'bold' })
}

/** A text in the first of these sizes in which it takes two lines at most, else in the last one. */
async function fittedLayer(
  text: string,
  [size = 40, ...smaller]: readonly number[],
  style: Omit<Style, 'size'>,
): Promise<Layer> {
  const layer = await textLayer(text, { ...style, size })
  return layer.height <= 3 * size || smaller.length === 0 ? layer : fittedLayer(text, smaller, style)
}

/** A text that wraps, as a picture of exactly its ink. */
async function textLayer(text: string, style: Style): Promise<Layer> {
  const { size, colour, weight = 'regular', width = textWidth } = style
  const sharp = await loadSharp()
  const { family, file } = fonts[weight]
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escaped(text)}</span>`,
      font: `${family} ${size}`,
      fontfile: fontFile(file),
      width,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
      spacing: Math.round(size / 8),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, height: info.height }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text as markup without elements. Control characters are no XML. */
function escaped(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').replace(/[&<>]/g, (sign) => entities[sign] ?? '')
}

function heightOf(layers: readonly Layer[], gap: number): number {
  return layers.reduce((sum, { height }) => sum + height, 0) + (layers.length - 1) * gap
}

/** Layers below each other from `top` on. */
function placed(layers: readonly Layer[], top: number, gap: number): OverlayOptions[] {
  let next = Math.round(top)
  return layers.map(({ input, height }) => {
    const at = next
    next += height + gap
    return { input, top: at, left: margin }
  })
}

function placedGroups(groups: readonly (readonly Layer[])[], top: number): OverlayOptions[] {
  let next = top
  return groups.flatMap((group) => {
    const at = next
    next += heightOf(group, labelGap) + factGap
    return placed(group, at, labelGap)
  })
}
