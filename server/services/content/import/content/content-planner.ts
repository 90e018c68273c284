import { createHash } from 'node:crypto'
import type { Transaction } from '#server/db/connect.ts'
import { findStoredContent } from '#server/db/content/content-import.ts'
import type { ContentChange, NewContent, StoredContent } from '#server/db/content/content-import.ts'
import type { ImportRun } from '#server/db/content/import-run.ts'
import { canonical } from '../canonical.ts'
import type { ContentEntity } from './content-entities.ts'
import { contentAfter, referencesOf, statedContent, type StatedContent } from './content-facts.ts'
import { schoolFinder } from './content-references.ts'
import { contentDifferences } from '../differences.ts'
import { fieldsOf, type ContentRow } from './content-row.ts'
import type { PictureFinder } from '../picture-finder.ts'
import type { Place, Problems } from '../problems.ts'
import { isOutdated, outdated, stillWithdrawn } from '../outdated-rows.ts'

/** The picture source, and the collectors of problems, notices and differences. */
type Options = { pictures: PictureFinder; problems: Problems; notices: Problems; differences: Problems }
type Conflict = { field: 'id' | 'key'; why: string }

/** The plan for some rows: rows to add, rows to change, and how many stay the same or repeat an earlier row. */
export type ContentPlan = {
  added: NewContent[]
  changed: ContentChange[]
  unchanged: number
  merged: number
}

/** Plans rows one by one; of each row it remembers only its identity and a hash of the rest. */
export class ContentPlanner {
  readonly #run: ImportRun
  readonly #entity: ContentEntity
  readonly #options: Options
  /** Columns that a new row states; a row of stored content may leave them out. */
  readonly #required: readonly string[]
  readonly #rowOf = new Map<number, Place>()
  readonly #seen = new Map<string, { place: Place; hash: string }>()

  constructor(run: ImportRun, entity: ContentEntity, options: Options) {
    this.#run = run
    this.#entity = entity
    this.#options = options
    this.#required = [...fieldsOf(entity)].filter(([, { needed }]) => needed).map(([name]) => name)
  }

  /** The place in the files of the row that changes a stored one. */
  placeOf(id: number): Place | undefined {
    return this.#rowOf.get(id)
  }

  async plan(tx: Transaction, chunk: readonly ContentRow[]): Promise<ContentPlan> {
    const entity = this.#entity
    const { pictures, problems, notices } = this.#options
    const schools = await schoolFinder(
      tx,
      chunk.flatMap((row) => referencesOf(entity, row)),
    )
    const stated: StatedContent[] = []
    for (const row of chunk) {
      const before = problems.count
      const one = await statedContent(entity, row, { tx, schools, pictures, problems, notices })
      if (problems.count === before) stated.push(one)
    }
    const values = new Map(
      entity.identity.map((column) => [column, stated.map(({ facts }) => facts.get(column) ?? null)]),
    )
    const keys = stated.flatMap(({ key }) => key ?? [])
    const ids = stated.flatMap(({ id }) => id ?? [])
    const asked = { ids, keys, values }
    const stored = stated.length === 0 ? [] : await findStoredContent(tx, this.#run, entity, asked)
    const plan: ContentPlan = { added: [], changed: [], unchanged: 0, merged: 0 }
    for (const one of stated) this.#decide(one, stored, plan)
    return plan
  }

  #decide(stated: StatedContent, stored: readonly StoredContent[], plan: ContentPlan): void {
    const { problems, notices } = this.#options
    const { place } = stated.row
    const earlier = this.#earlier(stated)
    if (earlier === 'same') {
      plan.merged += 1
      notices.add(place, '和前面的一行完全相同，已合并')
      return
    }
    if (earlier !== undefined) {
      problems.add(
        place,
        `和 ${earlier.file} 第 ${earlier.line} 行是同一条，但内容不同；不是同一条时用 key 区分`,
        'key',
      )
      return
    }
    const match = this.#match(stated, stored)
    if (match !== undefined && 'why' in match) {
      problems.add(place, match.why, match.field)
    } else if (match === undefined) {
      const missing = this.#required.filter((name) => stated.row.stated.get(name) === undefined)
      for (const name of missing) problems.add(place, '必填', name)
      if (missing.length > 0) return
      const facts = contentAfter(this.#entity, stated)
      const fault = this.#entity.fault?.(facts)
      if (fault !== undefined) return problems.add(place, fault.why, fault.field)
      this.#options.differences.add(place, '新增')
      const { id } = stated
      plan.added.push({
        ...(id === undefined ? {} : { id }),
        facts,
        children: stated.children ?? [],
      })
    } else {
      const same = this.#rowOf.get(match.id)
      if (same !== undefined) {
        problems.add(place, `和 ${same.file} 第 ${same.line} 行对应已有的同一条（编号 ${match.id}）`, 'id')
        return
      }
      this.#rowOf.set(match.id, place)
      this.#change(stated, match, plan)
    }
  }

  #change(stated: StatedContent, stored: StoredContent, plan: ContentPlan): void {
    const { problems, notices, differences } = this.#options
    const { place } = stated.row
    const before = new Map(Object.entries(stored.facts))
    const after = contentAfter(this.#entity, stated, stored)
    const changed = Object.entries(after).filter(
      ([name, value]) => name !== 'updated_at' && canonical(value) !== canonical(before.get(name)),
    )
    if (before.get('withdrawn_at') != null && stated.facts.get('withdrawn_at') === undefined) {
      notices.add(place, stillWithdrawn, 'withdrawn_at')
    }
    const children = canonical(stated.children) === canonical(stored.children) ? undefined : stated.children
    if (changed.length === 0 && children === undefined) {
      plan.unchanged += 1
      return
    }
    if (isOutdated(stated.facts.get('updated_at'), before.get('updated_at'))) {
      problems.add(place, outdated, 'updated_at')
      return
    }
    const fault = this.#entity.fault?.(after)
    if (fault !== undefined) return problems.add(place, fault.why, fault.field)
    const facts = Object.fromEntries(changed)
    const updatedAt = before.get('updated_at')
    const change = { id: stored.id, facts, updatedAt, ...(children === undefined ? {} : { children }) }
    differences.add(place, contentDifferences(this.#entity, stored, change))
    plan.changed.push(change)
  }

  #match(
    { key, id, facts }: StatedContent,
    stored: readonly StoredContent[],
  ): StoredContent | Conflict | undefined {
    const keyed = key === null ? undefined : stored.find((row) => row.facts['key'] === key)
    const numbered = id === undefined ? undefined : stored.find((row) => row.id === id)
    if (keyed !== undefined) {
      if (numbered === undefined || numbered.id === keyed.id) return keyed
      return { field: 'key', why: `key“${key}”是编号 ${keyed.id}，id 却是 ${numbered.id}：请改正其中一个` }
    }
    const alike = stored.filter((row) =>
      this.#entity.identity.every((column) => canonical(row.facts[column]) === canonical(facts.get(column))),
    )
    if (numbered !== undefined) return numberedOne(numbered, { key, at: facts.get('updated_at'), alike })
    const free = alike.find((row) => row.facts['key'] === null)
    if (free !== undefined) return free
    if (key === null && alike.length > 0) return alike[0]
    if (this.#entity.exclusive !== true || alike.length === 0) return undefined
    return { field: 'key', why: `已有 key 不同的一条用了同样的 ${this.#entity.identity.join('、')}` }
  }

  #earlier({ row, key, facts, children }: StatedContent): Place | 'same' | undefined {
    const known = key ?? JSON.stringify(this.#entity.identity.map((column) => canonical(facts.get(column))))
    const identityHash = hashOf(`${key === null ? 'row' : 'key'} ${known}`)
    const hash = hashOf(canonical([[...facts], children]))
    const earlier = this.#seen.get(identityHash)
    if (earlier === undefined) this.#seen.set(identityHash, { place: row.place, hash })
    return earlier === undefined ? undefined : earlier.hash === hash ? 'same' : earlier.place
  }
}

/** The stored row of the stated id, unless key, identity or `updated_at` contradict it. */
function numberedOne(
  numbered: StoredContent,
  { key, at, alike }: { key: string | null; at: unknown; alike: readonly StoredContent[] },
): StoredContent | Conflict {
  const { id, facts } = numbered
  const { key: storedKey } = facts
  if (key !== null && typeof storedKey === 'string') {
    return { field: 'key', why: `编号 ${id} 的 key 是“${storedKey}”，不是“${key}”：请改正其中一个` }
  }
  if (alike.some((row) => row.id === id)) return numbered
  const [other] = alike
  if (other !== undefined) return { field: 'id', why: `内容是编号 ${other.id} 的那一条，id 却是 ${id}` }
  const differs = typeof at === 'string' && canonical(at) !== canonical(momentIn(facts['updated_at']))
  return differs
    ? {
        field: 'id',
        why: `和编号 ${id} 的内容、更新时间都不同：此行在导出后已被修改，或来自别的网站。请重新导出再改，或删去 id`,
      }
    : numbered
}

/** A stored time as exports write it: to the millisecond. */
const momentIn = (stored: unknown): unknown =>
  typeof stored === 'string' ? new Date(stored).toISOString() : stored

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 16)
}
