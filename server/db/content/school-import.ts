import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import type { ImportRun } from './import-run.ts'
import { importChange, school, schoolName, schoolSearch, schoolSection } from '../schema/index.ts'
import { givenOrNextId } from './given-id.ts'
import { listDeletes, listInserts, listsOf, listTables } from './school-lists.ts'
import { columnTypes, factColumns, rowsJson, searchColumns } from './school-import-rows.ts'
import type { NewSchool, SchoolChange, StoredSchool } from './school-import-rows.ts'

/** The schools with one of the ids or keys, or with one of the names in its city (`schoolNamesake`); none of this import. */
export async function findStoredSchools(
  tx: Transaction,
  run: ImportRun,
  { ids, keys, namesakes }: { ids: readonly number[]; keys: readonly string[]; namesakes: readonly string[] },
): Promise<StoredSchool[]> {
  // There are no statistics yet of rows that were just written: the planner would choose a sequential scan.
  await tx.execute(sql`set local enable_seqscan = off`)
  return readStoredSchools(
    tx,
    sql`s.run <> ${run.id}
      and (s.id = any(${sql.param(ids)}::integer[]) or s.key = any(${sql.param(keys)}) or split_part(s.identity, chr(10), 1) = any(${sql.param(namesakes)}))`,
  )
}

/** The schools `s` of a condition. */
export async function readStoredSchools(tx: Transaction, where: SQL): Promise<StoredSchool[]> {
  const { rows } = await tx.execute<StoredSchool>(sql`
    select s.id, to_jsonb(s) as facts,
      (select successor.key from ${school} successor where successor.id = s.successor_id) as "successorKey",
      (select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'name', n.name)), '[]')
        from ${schoolName} n where n.school_id = s.id) as names,
      (select coalesce(jsonb_agg(to_jsonb(t) - 'school_id' order by t.part, t.position), '[]')
        from ${schoolSection} t where t.school_id = s.id) as sections,
      ${listsOf('s.id')} as lists
    from ${school} s where ${where}`)
  return rows
}

/** A school `s` with all that an import may change about it. */
export const previousSchool = sql`jsonb_build_object('facts', to_jsonb(s),
  'names', (select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'name', n.name)), '[]')
    from ${schoolName} n where n.school_id = s.id),
  'sections', (select coalesce(jsonb_agg(to_jsonb(t) - 'school_id' order by t.part, t.position), '[]')
    from ${schoolSection} t where t.school_id = s.id),
  'lists', ${listsOf('s.id')})`

/** Writes schools that stay hidden until the import is committed. Returns their ids in the same order. */
export async function insertHiddenSchools(
  tx: Transaction,
  run: ImportRun,
  schools: readonly NewSchool[],
): Promise<number[]> {
  const writes = listInserts(sql`select id as school_id, entry->'lists' as lists from given`)
  const listWrites = sql.join(
    writes.map((write, at) => sql`${sql.identifier(`list_${listTables[at]?.name}`)} as (${write}`),
    sql`), `,
  )
  const { rows } = await tx.execute<{ id: number }>(sql`
    with given as materialized (
      select ${givenOrNextId('school')} as id, place, entry
      from jsonb_array_elements(${rowsJson(schools)}::jsonb) with ordinality as list (entry, place)
    ), facts as (
      insert into ${school} (id, ${list(factColumns)}, run) overriding system value
      select given.id, ${list(factColumns, 'fact.')}, ${run.id}::integer
      from given, jsonb_populate_record(null::school, entry->'facts') fact order by place
    ), names as (${insertNames(sql`select id as school_id, entry->'names' as names from given`)}
    ), ${listWrites}
    ), sections as (${insertSections(sql`select id as school_id, entry->'sections' as sections from given`)}
    ), search as (${insertSearch(
      sql`select id as school_id, entry->'search' as search, place from given
      where entry->'search' <> 'null'::jsonb`,
      run,
    )}
    )
    select id from given order by place`)
  return rows.map(({ id }) => id)
}

/** Stages changes of stored schools; their new search rows stay hidden until the commit. */
export async function stageChanges(
  tx: Transaction,
  run: ImportRun,
  changes: readonly SchoolChange[],
): Promise<void> {
  await tx.execute(sql`
    with given as materialized (
      select (entry->>'id')::integer as school_id, entry, place
      from jsonb_array_elements(${rowsJson(changes)}::jsonb) with ordinality as list (entry, place)
    ), search as (${insertSearch(
      sql`select school_id, entry->'search' as search, place from given where entry->'search' <> 'null'::jsonb`,
      run,
    )}
    )
    insert into ${importChange} (school_id, facts, names, sections, lists, searched)
    select school_id, entry->'facts', entry->'names', entry->'sections', entry->'lists', entry ? 'search' from given
    on conflict (school_id) do update set facts = import_change.facts || excluded.facts`)
}

/** The ids of the schools with the given keys, hidden ones included. */
export async function idsOfKeys(db: Database, keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ key: string; id: number }>(
    sql`select key, id from ${school} where key = any(${sql.param(keys)})`,
  )
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** Stored schools by id, with what an import knows them by; none of this import. */
export function findSchoolsById(db: Database, run: ImportRun, ids: number[]) {
  return db
    .select({
      id: school.id,
      key: school.key,
      name: school.name,
      city_code: school.cityCode,
      district: school.district,
      address: school.address,
      sample: school.sample,
    })
    .from(school)
    .where(and(inArray(school.id, ids), ne(school.run, run.id)))
    .orderBy(asc(school.id))
}

/** The schools of a city that were stored before this import, without invented ones. */
export function findSchoolsOfCity(db: Database, run: ImportRun, cityCode: string) {
  return db
    .select({ id: school.id, key: school.key, name: school.name, district: school.district })
    .from(school)
    .where(and(eq(school.cityCode, cityCode), eq(school.sample, false), ne(school.run, run.id)))
    .orderBy(asc(school.id))
}

/** Links hidden schools to those that took over from them. */
export async function linkSuccessors(
  tx: Transaction,
  links: readonly { id: number; successor_id: number }[],
): Promise<void> {
  await tx.execute(sql`update ${school} s set successor_id = link.successor_id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link (id integer, successor_id integer)
    where s.id = link.id`)
}

/**
 * Carries out the noted changes, in the transaction that commits an import. Everybody may be waiting for it, so it
 * touches only the columns that change in any school.
 */
export async function applyChanges(tx: Transaction, run: ImportRun): Promise<void> {
  const { rows: changing } = await tx.execute<{ name: string }>(
    sql`select distinct jsonb_object_keys(facts) as name from ${importChange}`,
  )
  const settings = changing.map(({ name }) => settingOf(name))
  // Strictly increasing: an import compares an export's `updated_at` to detect later changes.
  const moment = sql`updated_at = greatest(now(), s.updated_at + interval '1 millisecond')`
  await tx.execute(sql`update ${school} s set ${sql.join([moment, ...settings], sql`, `)}
    from ${importChange} change where change.school_id = s.id`)
  await tx.execute(sql`delete from ${schoolName} n using ${importChange} change
    where n.school_id = change.school_id and change.names is not null`)
  await tx.execute(insertNames(sql`select school_id, names from ${importChange} where names is not null`))
  const listed = sql`select school_id, lists from ${importChange} where lists is not null`
  for (const statement of [...listDeletes(sql`${importChange}`), ...listInserts(listed)]) {
    await tx.execute(statement)
  }
  await tx.execute(sql`delete from ${schoolSection} t using ${importChange} change
    where t.school_id = change.school_id and change.sections->'parts' ? t.part`)
  await tx.execute(
    insertSections(
      sql`select school_id, sections->'rows' as sections from ${importChange} where sections is not null`,
    ),
  )
  await tx.execute(sql`delete from ${schoolSearch} s using ${importChange} change
    where s.school_id = change.school_id and change.searched and s.run <> ${run.id}`)
}

/** Sets one column where a change names it. */
function settingOf(name: string): SQL {
  const column = sql.identifier(name)
  const type = columnTypes.get(name)
  if (type === undefined) throw new Error(`an import changes no column ${name}`)
  const value = type.endsWith('[]')
    ? sql`array(select jsonb_array_elements_text(change.facts->${name}))`
    : type === 'jsonb'
      ? sql`nullif(change.facts->${name}, 'null'::jsonb)`
      : sql`(change.facts->>${name})::${sql.raw(type)}`
  return sql`${column} = case when change.facts ? ${name} then ${value} else s.${column} end`
}

function list(names: readonly string[], table = ''): SQL {
  return sql.raw(names.map((name) => `${table}"${name}"`).join(', '))
}

function insertNames(source: SQL): SQL {
  return sql`insert into ${schoolName} (school_id, kind, name)
    select source.school_id, name.kind, name.name
    from (${source}) source, jsonb_to_recordset(source.names) as name (kind text, name text)`
}

function insertSections(source: SQL): SQL {
  return sql`insert into ${schoolSection} (school_id, part, position, title, body)
    select source.school_id, part.part, part.position, part.title, part.body
    from (${source}) source, jsonb_populate_recordset(null::school_section, source.sections) part`
}

function insertSearch(source: SQL, run: ImportRun): SQL {
  return sql`insert into ${schoolSearch} (school_id, ${list(searchColumns)}, run)
    select source.school_id, ${list(searchColumns, 'row.')}, ${run.id}::integer
    from (${source}) source, jsonb_populate_record(null::school_search, source.search) row order by place`
}
