import { bulkhead } from 'cockatiel'
import type { pictureWidths } from '#server/contract/picture-widths.ts'
import { sampleScale } from '#server/contract/shared-picture.ts'
import { loadSharp, longestWork, reading } from './load-sharp.ts'
import type { RenditionCache } from './rendition-cache.ts'
import type { ImageStore } from './store.ts'

/** The forms in which pictures are served. */
export type ImageFormat = 'avif' | 'webp' | 'jpg'
/** A picture in one width and form; the original by its name among `originals`. */
export type Rendition = { original: string; width: (typeof pictureWidths)[number]; format: ImageFormat }

/** Pictures as they are served. */
export type Renditions = {
  /** One that was made before; undefined when it was not, or is gone. */
  kept: (rendition: Rendition) => Promise<Buffer | undefined>
  /** The same, made if need be: undefined for an unknown or unreadable one. Rejects with BusyError, or when the store fails. */
  make: (rendition: Rendition) => Promise<Buffer | undefined>
}

/** More pictures wait to be made than anybody would wait for. */
export class BusyError extends Error {}

const mostWaiting = 200
/** Originals that are read, or wait to be worked on, at once: each is in memory. */
const mostAtOnce = 4
/** Dots per inch in which drawings are read; 72 is the size that they name. */
const density = 72 * sampleScale

/**
 * Pictures are made once, one after another, and then kept; originals come a few at a time, so that a store that does not
 * answer holds up four and not the whole queue. Pictures are turned upright, in sRGB, never larger than they were, and
 * carry nothing but their pixels: no place, no camera, no preview.
 */
export function createRenditions(originals: Pick<ImageStore, 'get'>, cache: RenditionCache): Renditions {
  const making = new Map<string, Promise<Buffer | undefined>>()
  const inMemory = bulkhead(mostAtOnce, mostWaiting)
  const atWork = bulkhead(1, mostAtOnce)

  const make = async (name: string, rendition: Rendition): Promise<Buffer | undefined> => {
    const original = await originals.get(rendition.original)
    const made = original && (await atWork.execute(() => render(original, rendition).catch(() => undefined)))
    // A full disk makes pictures slow, not absent.
    if (made !== undefined) await cache.put(name, made).catch(() => undefined)
    return made
  }
  const makeOnce = async (rendition: Rendition) => {
    const name = nameOf(rendition)
    const begun = making.get(name)
    if (begun !== undefined) return begun
    if (making.size >= mostWaiting) throw new BusyError('too many pictures wait to be made')
    const turn = inMemory.execute(() => make(name, rendition)).finally(() => making.delete(name))
    making.set(name, turn)
    return turn
  }
  const kept = (rendition: Rendition) => cache.get(nameOf(rendition))
  return { kept, make: async (rendition) => (await kept(rendition)) ?? makeOnce(rendition) }
}

function nameOf({ original, width, format }: Rendition): string {
  return `${original}-${width}.${format}`
}

async function render(original: Buffer, { width, format }: Rendition): Promise<Buffer> {
  const sharp = await loadSharp()
  const picture = sharp(original, { ...reading, density })
    .timeout(longestWork)
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
  if (format === 'avif') return picture.avif({ quality: 48, effort: 3 }).toBuffer()
  if (format === 'webp') return picture.webp({ quality: 70 }).toBuffer()
  return picture.flatten({ background: '#fff' }).jpeg({ quality: 72, mozjpeg: true }).toBuffer()
}
