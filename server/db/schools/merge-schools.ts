import { sql, type SQL } from 'drizzle-orm'
import type { MovedKind } from '#server/contract/staff/school-merge.ts'
import type { Database, Transaction } from '../connect.ts'
import { banner, openDay, ranking, school, schoolSearch } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

/** Two schools that are merged. */
export type MergedPair = { stay: number; go: number }

/** Tables of what belongs to a school; `same`: columns by which a row that both have is one. */
const contentOf: readonly { kind: MovedKind; table: string; same: readonly string[] }[] = [
  { kind: 'views', table: 'school_view', same: ['title', 'published_at'] },
  { kind: 'graduates', table: 'graduate', same: ['name', 'year'] },
  { kind: 'teachers', table: 'teacher', same: ['name', 'role'] },
  { kind: 'envs', table: 'env', same: ['title', 'picture'] },
  { kind: 'questions', table: 'question', same: ['body', 'asked_at'] },
  { kind: 'open_days', table: 'open_day', same: ['title', 'starts_at'] },
  { kind: 'promotions', table: 'promotion', same: [] },
]

/** Condition on a row `t` of the school that goes: the school that stays has the same one. */
function isTwice(table: string, same: readonly string[], { stay }: MergedPair): SQL {
  if (same.length === 0) return sql`false`
  const alike = same.map(
    (column) => sql`o.${sql.identifier(column)} is not distinct from t.${sql.identifier(column)}`,
  )
  const both = sql`exists (select from ${sql.identifier(table)} o where o.school_id = ${stay}
    and o.withdrawn_at is null and ${sql.join(alike, sql` and `)})`
  return table === 'open_day' ? sql`(${both} and not ${isBooked})` : both
}

/**
 * Condition on an open day `t`: somebody booked it or waits for it. It moves although both have it, since withdrawing it would
 * tell its guests that it is cancelled; staff see two and cancel one on purpose.
 */
const isBooked = sql`exists (select from clue c where c.open_day_id = t.id and c.anonymised_at is null
  and c.state in ('received', 'waiting', 'contacted'))`

/** How many rows of each kind belong to the school that goes, and how many of them the other one has too. */
export async function countMoved(
  db: Database,
  pair: MergedPair,
): Promise<{ kind: MovedKind; total: number; twice: number }[]> {
  const { stay, go } = pair
  const of = (kind: MovedKind, table: SQL, twice: SQL) =>
    sql`select ${kind}::text as kind, count(*)::integer as total, count(*) filter (where ${twice})::integer as twice
      from ${table} t where t.school_id = ${go}`
  const counts = [
    ...contentOf.map(({ kind, table, same }) =>
      of(kind, sql`${sql.identifier(table)}`, isTwice(table, same, pair)),
    ),
    of(
      'rankings',
      sql`ranking_place`,
      sql`exists (select from ranking_place o where o.ranking_id = t.ranking_id and o.school_id = ${stay})`,
    ),
    of('exhibitors', sql`registration`, sql`false`),
    of('corrections', sql`correction`, sql`false`),
    of(
      'favourites',
      sql`collect`,
      sql`exists (select from collect o where o.visitor_id = t.visitor_id and o.school_id = ${stay})`,
    ),
    of('leads', sql`clue`, sql`false`),
    of('members', sql`staff_member`, sql`false`),
  ]
  const { rows } = await db.execute<{ kind: MovedKind; total: number; twice: number }>(
    sql.join(counts, sql` union all `),
  )
  return rows
}

/** A time after the row's last change, by which exports and drafts of before are known. */
const changedNow = sql`updated_at = greatest(now(), t.updated_at + interval '1 millisecond')`

/**
 * Moves what belongs to the school that goes. What both have stays with it and is withdrawn with it. `same`: leads and members
 * move too.
 */
export async function moveToSchool(
  tx: Transaction,
  pair: MergedPair,
  { same }: { same: boolean },
): Promise<void> {
  const { stay, go } = pair
  for (const { table, same: columns } of contentOf)
    await tx.execute(sql`update ${sql.identifier(table)} t set school_id = ${stay}, ${changedNow}
      where t.school_id = ${go} and not ${isTwice(table, columns, pair)}`)
  await tx.execute(sql`update ${withHidden(ranking)} t set ${changedNow} where exists (
    select from ranking_place p where p.ranking_id = t.id and p.school_id = ${go})`)
  await tx.execute(sql`delete from ranking_place p where p.school_id = ${go}
    and exists (select from ranking_place o where o.ranking_id = p.ranking_id and o.school_id = ${stay})`)
  await tx.execute(sql`update ranking_place set school_id = ${stay} where school_id = ${go}`)
  await tx.execute(sql`update ${withHidden(banner)} t set ${changedNow},
    href = regexp_replace(t.href, ${`^/school/${go}(/|$)`}, ${`/school/${stay}\\1`})
    where t.href ~ ${`^/school/${go}(/|$)`}`)
  await tx.execute(sql`insert into collect (visitor_id, school_id, created_at)
    select visitor_id, ${stay}::integer, created_at from collect where school_id = ${go}
    on conflict (visitor_id, school_id) do update set created_at = least(collect.created_at, excluded.created_at)`)
  await tx.execute(sql`delete from collect where school_id = ${go}`)
  await tx.execute(sql`update collect_note set school_id = ${stay} where school_id = ${go}`)
  await tx.execute(sql`update collect_note t set removed_at = null where t.school_id = ${stay}
    and t.removed_at is not null and exists (select from collect o where o.visitor_id = t.visitor_id and o.school_id = ${stay})`)
  await tx.execute(sql`update registration set school_id = ${stay} where school_id = ${go}`)
  await tx.execute(sql`update correction set school_id = ${stay} where school_id = ${go}`)
  await tx.execute(sql`update ${withHidden(school)} t set successor_id = ${stay}, ${changedNow}
    where t.successor_id = ${go} and t.id <> ${stay}`)
  await tx.execute(
    sql`update content_draft set school_id = ${stay} where school_id = ${go} and kind <> 'schools'`,
  )
  await tx.execute(sql`update content_draft set state = 'discarded', publish_at = null, version = version + 1,
    updated_at = now(), reason = '学校已合并'
    where kind = 'schools' and row_id = ${go} and state in ('draft', 'proposed', 'scheduled', 'refused')`)
  if (!same) return
  await tx.execute(sql`update clue set school_id = ${stay} where school_id = ${go}`)
  await tx.execute(sql`update staff_member set school_id = ${stay} where school_id = ${go}`)
}

/**
 * Takes the school that goes away: withdrawn, succeeded by the other one, which its addresses lead to, and without what imports
 * know it by.
 */
export async function retireSchool(
  tx: Transaction,
  { stay, go }: MergedPair,
  { givesKey }: { givesKey: boolean },
): Promise<void> {
  await tx.execute(sql`update ${withHidden(school)} t set withdrawn_at = coalesce(withdrawn_at, now()), successor_id = ${stay},
    identity = 'merged' || chr(10) || t.id, key = case when ${givesKey} then null else t.key end, ${changedNow}
    where t.id = ${go}`)
  await tx.execute(
    sql`update ${withHidden(school)} set successor_id = null where id = ${stay} and successor_id = ${go}`,
  )
  await tx.execute(sql`delete from ${withHidden(schoolSearch)} where school_id = ${go}`)
}

/**
 * Locks both schools against changes until the transaction ends; their versions by id. Their open days come first, as for
 * whoever books one: the request that is stored then waits for the school.
 */
export async function lockPair(tx: Transaction, { stay, go }: MergedPair): Promise<Map<number, string>> {
  await tx.execute(
    sql`select id from ${withHidden(openDay)} where school_id in (${stay}, ${go}) order by id for no key update`,
  )
  const { rows } = await tx.execute<{ id: number; at: string }>(
    sql`select id, updated_at::text as at from ${withHidden(school)} where id in (${stay}, ${go}) order by id for update`,
  )
  return new Map(rows.map(({ id, at }) => [id, new Date(at).toISOString()]))
}

/**
 * The schools that withdrawn ones of these were merged into, by their ids: following as often as schools were merged on.
 */
export async function findMergedInto(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: number; target: number }>(sql`
    with recursive chain (id, target, steps) as (
      select id, successor_id, 1 from ${withHidden(school)}
      where id = any(${sql.param([...ids])}::integer[]) and withdrawn_at is not null and successor_id is not null
      union all
      select chain.id, s.successor_id, steps + 1 from chain join ${withHidden(school)} s on s.id = chain.target
      where s.withdrawn_at is not null and s.successor_id is not null and steps < 10
    )
    select chain.id, chain.target from chain join ${withHidden(school)} s on s.id = chain.target and s.withdrawn_at is null`)
  return new Map(rows.map(({ id, target }) => [id, target]))
}
