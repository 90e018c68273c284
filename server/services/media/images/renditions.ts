import { bulkhead } from 'cockatiel'
import type { pictureWidths } from '#server/contract/media/picture-widths.ts'
import type { ImageFormat } from './picture-tasks.ts'
import { BusyError, pictureBytes, PictureError, workOnPicture } from './picture-work.ts'
import type { RenditionCache } from './rendition-cache.ts'
import type { ImageStore } from './store.ts'

/** A picture in one width and format; the original by its name among `originals`. */
export type Rendition = { original: string; width: (typeof pictureWidths)[number]; format: ImageFormat }

/** Renditions of pictures, cached. */
export type Renditions = {
  /** A cached rendition; undefined when it is not cached. */
  cached: (rendition: Rendition) => Promise<Buffer | undefined>
  /**
   * A rendition, created if need be; undefined for an unknown or unreadable original. Rejects with BusyError, or when
   * the store fails.
   */
  make: (rendition: Rendition) => Promise<Buffer | undefined>
}

const maxQueued = 200
/** Bound on originals in memory: those being read or processed. */
const maxConcurrent = 4
/**
 * Creates the rendition service. Renditions are made once, one after another, and cached; originals are read a few at a
 * time, so that a store that does not respond blocks four of them and not the whole queue.
 */
export function createRenditions(originals: Pick<ImageStore, 'get'>, cache: RenditionCache): Renditions {
  const making = new Map<string, Promise<Buffer | undefined>>()
  const inMemory = bulkhead(maxConcurrent, maxQueued)

  const make = async (name: string, rendition: Rendition): Promise<Buffer | undefined> => {
    const original = await originals.get(rendition.original)
    const made = original && (await render(original, rendition))
    // A full disk makes pictures slow, not unavailable.
    if (made !== undefined) await cache.put(name, made).catch(() => undefined)
    return made
  }
  const makeOnce = async (rendition: Rendition) => {
    const name = nameOf(rendition)
    const begun = making.get(name)
    if (begun !== undefined) return begun
    if (making.size >= maxQueued) throw new BusyError('too many pictures wait to be made')
    const turn = inMemory.execute(() => make(name, rendition)).finally(() => making.delete(name))
    making.set(name, turn)
    return turn
  }
  const cached = (rendition: Rendition) => cache.get(nameOf(rendition))
  return { cached, make: async (rendition) => (await cached(rendition)) ?? makeOnce(rendition) }
}

function nameOf({ original, width, format }: Rendition): string {
  return `${original}-${width}.${format}`
}

/** Undefined for a damaged original. */
async function render(
  original: Buffer,
  { width, format }: Pick<Rendition, 'width' | 'format'>,
): Promise<Buffer | undefined> {
  try {
    return await workOnPicture('renditions', { kind: 'render', original, width, format }, pictureBytes)
  } catch (error) {
    if (error instanceof PictureError) return undefined
    throw error
  }
}
