import type { PoolClient } from 'pg'

/** A table with its stored columns in order. */
export type PortableTable = { name: string; columns: string[] }

/** State of an identity sequence; `last` as text, since it may exceed a safe integer. */
export type PortableSequence = { table: string; column: string; last: string; called: boolean }

const batchRows = 500
/** Length of a batch's text in characters from which it is not extended. */
const batchCharacters = 1024 * 1024

/** Every table of the product, by name. */
export async function portableTables(client: PoolClient): Promise<PortableTable[]> {
  const { rows } = await client.query<PortableTable>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    group by c.relname order by c.relname collate "C"`)
  return rows
}

/** States of all sequences; read after the rows, they are never behind them. */
export async function portableSequences(client: PoolClient): Promise<PortableSequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname as table, a.attname as column,
      pg_get_serial_sequence(format('%I.%I', 'public', c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    order by c.relname collate "C", a.attname`)
  const found: PortableSequence[] = []
  for (const { table, column, sequence } of rows) {
    const state = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${sequence}`,
    )
    const [at] = state.rows
    if (at) found.push({ table, column, ...at })
  }
  return found
}

/** Rows of a table as JSON texts, in batches, inside a transaction. The database serialises them, so no number is rounded. */
export async function* portableRows(client: PoolClient, { name }: PortableTable): AsyncGenerator<string[]> {
  await client.query(
    `declare portable_rows no scroll cursor for select to_jsonb(t)::text as row from ${quoted(name)} t`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${batchRows} from portable_rows`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close portable_rows')
}

/** Tables with rows, besides places and the key's id, which every start writes. */
export async function filledTables(client: PoolClient): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of await portableTables(client)) {
    if (['city', 'district', 'data_key'].includes(name)) continue
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`)
    if (rowCount !== 0) filled.push(name)
  }
  return filled
}

/**
 * Replaces all rows of the database, inside the caller's transaction. Foreign keys are dropped and added again, which
 * checks them all.
 * @throws Error when the tables differ from those of the rows, or the number of rows does.
 */
export async function loadPortable(
  client: PoolClient,
  tables: readonly (PortableTable & { rows: number })[],
  sequences: readonly PortableSequence[],
  rowsOf: (table: PortableTable) => AsyncIterable<string>,
): Promise<void> {
  if (!(await hasTables(client, tables)))
    throw new Error('the tables of the backup are not those of this database')
  const references = await dropForeignKeys(client)
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const table of tables) {
    const stored = await loadTable(client, table, rowsOf(table))
    if (stored !== table.rows) throw new Error(`${table.name}: ${stored} rows of ${table.rows} were stored`)
  }
  for (const { table, column, last, called } of sequences) {
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)', [
      `public.${quoted(table)}`,
      column,
      last,
      called,
    ])
  }
  for (const statement of references) await client.query(statement)
}

/** Whether the database has exactly these tables and columns. */
export async function hasTables(client: PoolClient, tables: readonly PortableTable[]): Promise<boolean> {
  return JSON.stringify(namesOf(await portableTables(client))) === JSON.stringify(namesOf(tables))
}

/** Drops every foreign key and returns the statements that add them again. */
async function dropForeignKeys(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(`
    select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { owner, name } of rows) await client.query(`alter table ${owner} drop constraint ${name}`)
  return rows.map(
    ({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition}`,
  )
}

async function loadTable(
  client: PoolClient,
  { name, columns }: PortableTable,
  rows: AsyncIterable<string>,
): Promise<number> {
  const list = columns.map(quoted).join(', ')
  let stored = 0
  const store = async (batch: readonly string[]) => {
    const { rowCount } = await client.query(
      `insert into ${quoted(name)} (${list}) overriding system value
      select ${list} from jsonb_populate_recordset(null::${quoted(name)}, $1::jsonb)`,
      [`[${batch.join(',')}]`],
    )
    stored += rowCount ?? 0
  }
  let batch: string[] = []
  let characters = 0
  for await (const row of rows) {
    batch.push(row)
    characters += row.length
    if (batch.length < batchRows && characters < batchCharacters) continue
    await store(batch)
    batch = []
    characters = 0
  }
  if (batch.length > 0) await store(batch)
  return stored
}

function namesOf(tables: readonly PortableTable[]): string[][] {
  return tables.map(({ name, columns }) => [name, ...columns.toSorted()])
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** How many processes serve the site from this server now; 0 on the embedded engine, whose lock keeps others out. */
export async function countServing(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'xuanxiao listener'`)
  return rows[0]?.n ?? 0
}
