import type { Transaction } from '#server/db/connect.ts'
import type { StoredContent } from '#server/db/content/content-import.ts'
import type { StoredPicture } from '#server/db/schema/columns.ts'
import { placePictures, pictureSources } from '../../texts/text-pictures.ts'
import { weightedScore } from '../../../schools/weigh-ranking.ts'
import type { ContentEntity } from './content-entities.ts'
import { embedFaults } from './embed-faults.ts'
import { findOpenDay, type SchoolFinder, type SchoolReference } from './content-references.ts'
import type { ContentRow } from './content-row.ts'
import type { PictureFinder } from '../picture-finder.ts'
import type { Problems } from '../problems.ts'

/** The values that a row states, by SQL column, and its child rows. */
export type StatedContent = {
  row: ContentRow
  key: string | null
  id: number | undefined
  facts: Map<string, unknown>
  children: unknown[] | undefined
}

type Sources = {
  tx: Transaction
  schools: SchoolFinder
  pictures: PictureFinder
  problems: Problems
  notices: Problems
}

/** The schools that a row references. */
export function referencesOf(entity: ContentEntity, { stated }: ContentRow): SchoolReference[] {
  const own = isNamed(stated) ? [referenceOf(stated)] : []
  const list = entity.list === 'places' ? placesOf(stated) : []
  return [...own, ...list]
}

const isNamed = (stated: ContentRow['stated']): boolean =>
  stated.get('school_key') != null || stated.get('school') != null

function referenceOf(stated: ContentRow['stated']): SchoolReference {
  return {
    key: stated.get('school_key'),
    name: stated.get('school'),
    city: stated.get('school_city') ?? stated.get('city'),
    district: stated.get('school_district'),
    address: stated.get('school_address'),
  }
}

type PlaceCell = Record<string, unknown>
const isPlace = (value: unknown): value is PlaceCell => typeof value === 'object' && value !== null

function placesOf(stated: ContentRow['stated']): SchoolReference[] {
  const places = stated.get('places')
  if (!Array.isArray(places)) return []
  return places.filter(isPlace).map((place) => placeReference(place, stated))
}

function placeReference(place: PlaceCell, stated: ContentRow['stated']): SchoolReference {
  return {
    key: place['school_key'],
    name: place['school'],
    city: place['school_city'] ?? stated.get('city'),
    district: place['school_district'],
    address: place['school_address'],
  }
}

/** Resolves what a row states: ids for referenced names, addresses for picture files. Problems are collected. */
export async function statedContent(
  entity: ContentEntity,
  row: ContentRow,
  sources: Sources,
): Promise<StatedContent> {
  const { stated, place } = row
  const { problems, schools } = sources
  const facts = new Map<string, unknown>()
  const say = (message: string, field: string) => problems.add(place, message, field)

  let schoolId: number | null | undefined
  if (isNamed(stated)) {
    const found = schools(referenceOf(stated))
    if (typeof found === 'string') say(found, stated.get('school_key') == null ? 'school' : 'school_key')
    else schoolId = found
  } else if (stated.get('school_key') === null || stated.get('school') === null) schoolId = null
  if (entity.columns.includes('school_id') && schoolId !== undefined) facts.set('school_id', schoolId)
  if (entity.columns.includes('city_code') && stated.get('city') !== undefined)
    facts.set('city_code', stated.get('city'))
  if (entity.columns.includes('state')) facts.set('state', 'shown')

  for (const field of entity.fields) {
    const value = stated.get(field.name)
    const column = field.sql ?? field.name
    if (field.name === entity.list) continue
    if (field.kind === 'picture') await readPicture(field.name, row, facts, sources)
    else if (value === undefined) continue
    else if (field.kind === 'rich' && typeof value === 'string') {
      facts.set(column, await placeInText(value, field.name, row, sources))
      if (field.embeds === true) for (const why of await embedFaults(sources.tx, value)) say(why, field.name)
    } else if (field.name === 'href' && typeof value === 'string' && value.includes('{school}')) {
      if (typeof schoolId !== 'number') say('写了 {school}，但没有说明是哪所学校', 'href')
      facts.set(column, value.replaceAll('{school}', String(schoolId ?? '')))
    } else facts.set(column, value)
  }
  if (entity.openDay === true && (stated.get('open_day_key') ?? stated.get('open_day')) != null) {
    const found = await findOpenDay(sources.tx, {
      key: stated.get('open_day_key') ?? undefined,
      title: stated.get('open_day'),
      cityCode: stated.get('city'),
      startsAt: stated.get('starts_at'),
      schoolId,
    })
    if (typeof found === 'string')
      say(found, stated.get('open_day_key') == null ? 'open_day' : 'open_day_key')
    else facts.set('open_day_id', found)
  }
  const key = stated.get('key')
  const id = stated.get('id')
  return {
    row,
    key: typeof key === 'string' ? key : null,
    id: typeof id === 'number' ? id : undefined,
    facts,
    children: childrenOf(entity, row, sources),
  }
}

function childrenOf(
  entity: ContentEntity,
  { stated, place }: ContentRow,
  { schools, problems, notices }: Sources,
): unknown[] | undefined {
  const list = entity.list === undefined ? undefined : stated.get(entity.list)
  if (list === null) return []
  if (!Array.isArray(list)) return undefined
  if (entity.list !== 'places') return list
  const taken = new Set<string>()
  const weights = weightsOf(stated)
  return list.filter(isPlace).map((given) => {
    const found = schools(placeReference(given, stated))
    if (typeof found === 'string') problems.add(place, found, 'places')
    for (const placeKey of [`第 ${String(given['place'])} 名`, `学校 ${String(found)}`]) {
      if (taken.has(placeKey)) problems.add(place, `${placeKey}写了两次`, 'places')
      taken.add(placeKey)
    }
    const wrong = pointsFault(given, weights)
    if (wrong !== undefined) (wrong.isNotice ? notices : problems).add(place, wrong.message, 'places')
    return {
      place: given['place'],
      school_id: found,
      score: given['score'] ?? null,
      note: given['note'] ?? null,
      parts: given['parts'] ?? null,
    }
  })
}

/** The weights of a ranking's parts by slug; empty where the row states none. */
function weightsOf(stated: ContentRow['stated']): Record<string, number> {
  const parts = stated.get('parts')
  const weights = Array.isArray(parts) ? parts.filter(isPlace) : []
  return Object.fromEntries(weights.map(({ slug, weight }) => [String(slug), Number(weight)]))
}

/** How far a score may lie from the mean of its points: both are rounded. */
const scoreTolerance = 0.11

/** What is wrong with the points of a place: parts that the ranking does not name, or another mean than the score. */
function pointsFault(
  { parts, place, score }: PlaceCell,
  weights: Readonly<Record<string, number>>,
): { message: string; isNotice: boolean } | undefined {
  if (!isPlace(parts)) return undefined
  const points = Object.fromEntries(Object.entries(parts).map(([slug, value]) => [slug, Number(value)]))
  const unknown = Object.keys(points).find((slug) => weights[slug] === undefined)
  const of = `第 ${String(place)} 名`
  if (unknown !== undefined)
    return { message: `${of}写了分项 ${unknown}，这一行的 parts 里没有这一项`, isNotice: false }
  const mean = weightedScore(points, weights)
  if (mean === undefined || typeof score !== 'number' || Math.abs(mean - score) <= scoreTolerance)
    return undefined
  return { message: `${of}的 score 是 ${score}，按分项和权重算是 ${mean}`, isNotice: true }
}

async function readPicture(
  name: string,
  { stated, place }: ContentRow,
  facts: Map<string, unknown>,
  sources: Sources,
) {
  const value = stated.get(name)
  const alt = stated.get(`${name}_alt`)
  if (value === null) facts.set(name, null)
  else if (typeof value === 'string') {
    const found = await sources.pictures.look(value)
    if (typeof found === 'string') sources.problems.add(place, found, name)
    else facts.set(name, typeof alt === 'string' ? { ...found, alt } : found)
  }
}

const isElsewhere = (src: string): boolean => /^(?:[a-z]+:)?\/\//i.test(src)

/** The pictures that a row names, by column: the site's own, from the operator's folder, and samples. */
export function picturesNamed(
  entity: ContentEntity,
  { stated }: ContentRow,
): [field: string, name: string][] {
  return entity.fields.flatMap(({ name, kind }): [string, string][] => {
    const value = stated.get(name)
    if (typeof value !== 'string') return []
    if (kind === 'picture') return [[name, value]]
    const within = kind === 'rich' ? pictureSources(value) : []
    return within.filter((src) => !isElsewhere(src)).map((src) => [name, src])
  })
}

async function placeInText(
  text: string,
  field: string,
  { place }: ContentRow,
  { pictures, problems, notices }: Sources,
) {
  return placePictures(text, async (src): Promise<StoredPicture | undefined> => {
    if (isElsewhere(src)) {
      notices.add(place, `正文里别的网站的图片没有导入（${src.slice(0, 80)}）`, field)
      return undefined
    }
    const found = await pictures.look(src)
    if (typeof found !== 'string') return found
    problems.add(place, found, field)
    return undefined
  })
}

/** The values of a row after the stated ones are applied; those of a new row when nothing is stored. */
export function contentAfter(
  entity: ContentEntity,
  stated: StatedContent,
  stored?: StoredContent,
): Record<string, unknown> {
  const after: Record<string, unknown> = { ...stored?.facts }
  const set = (column: string, otherwise: unknown) => {
    const value = stated.facts.get(column)
    if (value !== undefined && value !== null) after[column] = value
    else if (value === null || stored === undefined) {
      after[column] = typeof otherwise === 'function' ? otherwise() : otherwise
    }
  }
  const fields = new Map(entity.fields.map((field) => [field.sql ?? field.name, field]))
  for (const column of entity.columns) {
    const field = fields.get(column)
    if (column === 'key') after['key'] = stated.key ?? stored?.facts['key'] ?? null
    else if (stored === undefined || field?.counted !== true) set(column, field?.otherwise ?? null)
  }
  return after
}
