import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { hasChild, withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { childInput, childViewOf, type ChildInput } from '#server/contract/child/child.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import type { Database } from '#server/db/connect.ts'
import type { ForChild } from '#server/db/schools/child-answers.ts'
import { findOpenDay } from '#server/db/open-days/open-days.ts'
import { findRanking } from '#server/db/schools/rankings.ts'
import { findMergedInto } from '#server/db/schools/merge-schools.ts'
import { findSchool, findSchoolDetails } from '#server/db/schools/school-detail.ts'
import { createClientShares, type ClientNetworks } from '#server/network/client-shares.ts'
import { chinaDay } from '../../china-time.ts'
import type { Poster, PosterSite } from '../images/picture-tasks.ts'
import { BusyError, pictureBytes, workOnPicture } from '../images/picture-work.ts'
import type { RenditionCache } from '../images/rendition-cache.ts'
import { createWindowCounter } from '../../limits/window-counter.ts'
import { comparisonPoster, openDayPoster, rankingPoster, schoolPoster, type PosterKind } from './poster.ts'

/** Posters of public pages. */
export type Posters = {
  /**
   * The JPEG of a poster about one id, or of a comparison of several, for a child; undefined for what is not there or
   * was withdrawn. Rejects with BusyError while too many are being drawn, or too many of those for this client.
   */
  make: (of: PosterSubject, site: PosterSite, client?: ClientNetworks) => Promise<Buffer | undefined>
}

/** What a poster is about, and for which child; one that cannot be read counts as none. */
type PosterSubject = { kind: PosterKind; ids: readonly number[]; child: ChildQuery }

type Parts = {
  db: Database
  cache: RenditionCache
  now: () => Date
  /** The picture of an address in a size for posters; undefined when it cannot be had. */
  pictureOf: (picture: NonNullable<Poster['picture']>) => Promise<Buffer | undefined>
}

const posterChild = z.object(childInput)

type Drawing = { name: string; poster: Poster; site: PosterSite; cache: RenditionCache }

/** Counts up when posters are drawn otherwise: cached ones are drawn anew. */
const layout = 2
const maxQueued = 20
const maxQueuedPerClient = 5
/**
 * Memory of the latest comparisons and posters for a child: there is no end of them, and on the disk they would take the
 * place of pictures.
 */
const endlessBytes = 8 * 1024 * 1024
/** How many of these are drawn for all clients together. */
const endlessRate = { limit: 200, windowMs: 10 * 60_000 }
const everybody = [{ key: 'all', allowanceFactor: 1 }]

/**
 * Creates the posters. They are cached under what they say, so that a change of the content needs no invalidation: the
 * next request draws another one. The order of a comparison is part of it, as on its page.
 */
export function createPosters({ db, cache, now, pictureOf }: Parts): Posters {
  const making = new Map<string, Promise<Buffer>>()
  const shares = createClientShares({ perClient: maxQueuedPerClient, total: maxQueued })

  const endless = createMemoryCache(endlessBytes)
  const endlessDrawn = createWindowCounter({ ...endlessRate, now })

  const draw = async ({ name, poster, site, cache: drawnBefore }: Drawing): Promise<Buffer> => {
    const cover = poster.picture && (await pictureOf(poster.picture).catch(() => undefined))
    const drawn = await workOnPicture('posters', { kind: 'poster', poster, cover, site }, pictureBytes)
    // A poster without its picture is drawn again; a full disk makes posters slow, not unavailable.
    if (poster.picture === undefined || cover !== undefined)
      await drawnBefore.put(name, drawn).catch(() => undefined)
    return drawn
  }
  return {
    async make(of, site, client = []) {
      const input = posterChild.safeParse(of.child)
      const child = input.success ? of.child : {}
      const found = await findPoster({ db, now }, { ...of, child: input.data ?? {} })
      if (found === undefined) return undefined
      const poster = { ...found, path: withChild(found.path, child) }
      const isEndless = of.kind === 'compare' || hasChild(child)
      const name = nameOf(poster, site)
      const drawnBefore = isEndless ? endless : cache
      const cached = await drawnBefore.get(name)
      if (cached !== undefined) return cached
      const begun = making.get(name)
      if (begun !== undefined) return begun
      const release = making.size >= maxQueued ? undefined : shares.acquire(client)
      if (release === undefined) throw new BusyError('too many posters wait to be drawn')
      if (isEndless && !endlessDrawn.consume(everybody).allowed) {
        release()
        throw new BusyError('too many comparisons and posters for a child were drawn')
      }
      const drawn = draw({ name, poster, site, cache: drawnBefore }).finally(() => {
        making.delete(name)
        release()
      })
      making.set(name, drawn)
      return drawn
    },
  }
}

/** The latest files within a bound, in memory. */
function createMemoryCache(maxBytes: number): RenditionCache {
  const files = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length })
  return {
    get: async (name) => files.get(name),
    put: async (name, bytes) => void files.set(name, bytes),
  }
}

function nameOf(poster: Poster, site: PosterSite): string {
  const said = JSON.stringify([layout, poster, site])
  return `poster-${createHash('sha256').update(said).digest('hex').slice(0, 32)}.jpg`
}

const isThere = <Row>(row: Row | 'withdrawn' | undefined): row is Row =>
  row !== undefined && row !== 'withdrawn'

async function findPoster(
  { db, now }: Pick<Parts, 'db' | 'now'>,
  { kind, ids, child }: Omit<PosterSubject, 'child'> & { child: ChildInput },
): Promise<Poster | undefined> {
  const today = chinaDay(now())
  const by = { child: childViewOf(child, { today }), today }
  if (kind === 'compare') {
    const schools = await schoolsOf(db, ids, by)
    return schools.length === ids.length ? comparisonPoster(schools) : undefined
  }
  const [id] = ids
  if (id === undefined) return undefined
  if (kind === 'school') {
    const school = await schoolOf(db, id, by)
    return school && schoolPoster(school)
  }
  if (kind === 'ranking') {
    const ranking = await findRanking(db, id)
    return isThere(ranking) ? rankingPoster(ranking) : undefined
  }
  const day = await findOpenDay(db, id, now())
  if (!isThere(day)) return undefined
  return openDayPoster(day, day.school && (await schoolOf(db, day.school.id, { child: undefined, today })))
}

/** Schools that are shown, or those that they were merged into; in one statement where none was. */
async function schoolsOf(db: Database, ids: readonly number[], by: ForChild): Promise<SchoolDetailData[]> {
  const found = await findSchoolDetails(db, { ids }, by)
  if (found.length === ids.length) return found
  const merged = await findMergedInto(db, ids)
  const followed = ids.map((id) => merged.get(id) ?? id)
  return merged.size === 0 ? found : findSchoolDetails(db, { ids: followed }, by)
}

/** A school that is shown, or the one that it was merged into. */
async function schoolOf(db: Database, id: number, by: ForChild): Promise<SchoolDetailData | undefined> {
  const school = await findSchool(db, { id }, by)
  if (!isThere(school)) return undefined
  return 'movedTo' in school ? schoolOf(db, school.movedTo, by) : school
}
