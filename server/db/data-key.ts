import { eq, sql } from 'drizzle-orm'
import { DatabaseError, type PoolClient } from 'pg'
import type { Database } from './connect.ts'
import { dataKey } from './schema/index.ts'

/** State of the data key in a database. */
export type KeyState = { keyId: string; previousId: string | null; retainedIndexKeys: string | null }

/** A table with encrypted columns: the type of its `id`, and its blind index columns, which derive from the encrypted values. */
export type EncryptedTable = { name: string; idType: string; columns: string[]; blindIndexes: string[] }

/** The stored key state; undefined before the first encryption. */
export async function readKeyState(db: Database): Promise<KeyState | undefined> {
  const [row] = await db.select().from(dataKey)
  return row
}

/** Stores the key's id unless one is stored already. */
export async function claimKey(db: Database, keyId: string): Promise<void> {
  await db.insert(dataKey).values({ keyId }).onConflictDoNothing()
}

/** Stores that a key change is running, or with `previousId: null` that the key is the only one. */
export async function writeKeyState(db: Database, state: KeyState): Promise<void> {
  await db
    .insert(dataKey)
    .values(state)
    .onConflictDoUpdate({ target: dataKey.id, set: { ...state, changedAt: sql`now()` } })
}

/** Stores that a key change is complete. */
export async function endKeyChange(db: Database): Promise<void> {
  await db
    .update(dataKey)
    .set({ previousId: null, changedAt: sql`now()` })
    .where(eq(dataKey.id, 1))
}

/** Every table with encrypted columns, whose names end in `_cipher`. */
export async function encryptedTables(client: PoolClient): Promise<EncryptedTable[]> {
  const { rows } = await client.query<EncryptedTable>(`
    select c.relname as name, format_type(i.atttypid, null) as "idType",
      array_agg(a.attname::text order by a.attnum) filter (where a.attname like '%\\_cipher') as columns,
      array_remove(array_agg(case when a.attname in ('phone_hash', 'tail_hash', 'person_hashes', 'identity')
        then a.attname::text end), null) as "blindIndexes"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_attribute i on i.attrelid = c.oid and i.attname = 'id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    group by c.relname, i.atttypid having bool_or(a.attname like '%\\_cipher') order by c.relname collate "C"`)
  return rows
}

/** Number of encrypted rows by key id. */
export async function countEncrypted(client: PoolClient): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { name, columns } of await encryptedTables(client)) {
    const first = columns.map((column) => `"${column}"`).join(', ')
    const { rows } = await client.query<{ key: string; n: number }>(`
      select split_part(coalesce(${first}), '.', 1) as key, count(*)::int as n from "${name}"
      where coalesce(${first}) ~ '^[0-9a-f]{8}\\.' group by 1`)
    for (const { key, n } of rows) counts.set(key, (counts.get(key) ?? 0) + n)
  }
  return counts
}

/** A row with its encrypted columns and blind indexes. */
export type EncryptedRow = { id: string } & Readonly<Record<string, string | null>>

/** The next rows by id with a value encrypted by the key `keyId`. */
export async function nextEncrypted(
  client: PoolClient,
  { name, idType, columns, blindIndexes }: EncryptedTable,
  { keyId, after, limit }: { keyId: string; after: string | undefined; limit: number },
): Promise<EncryptedRow[]> {
  const condition = columns.map((column) => `"${column}" like $1`).join(' or ')
  const further = after === undefined ? '' : `and id > $2::${idType}`
  const more = blindIndexes.includes('identity') ? ', organisation, event_id::text as event_id' : ''
  const { rows } = await client.query<EncryptedRow>(
    `select id::text as id, ${[...columns, ...blindIndexes].map((column) => `"${column}"::text`).join(', ')}${more}
    from "${name}" t where (${condition}) ${further} order by t.id limit ${limit}`,
    [`${keyId}.%`, ...(after === undefined ? [] : [after])],
  )
  return rows
}

/** Writes encrypted columns and blind indexes of a row; on a unique conflict with another row the indexes stay null: false. */
export async function writeEncrypted(
  client: PoolClient,
  { name, idType, columns, blindIndexes }: EncryptedTable,
  row: EncryptedRow,
): Promise<boolean> {
  const write = (empty: boolean) => {
    const values = [
      ...columns.map((column) => row[column]),
      ...blindIndexes.map((blindIndex) => (empty ? null : row[blindIndex])),
    ]
    const set = [...columns, ...blindIndexes].map((column, at) => `"${column}" = $${at + 2}`).join(', ')
    return client.query(`update "${name}" set ${set} where id = $1::${idType}`, [row.id, ...values])
  }
  await client.query('savepoint row')
  try {
    await write(false)
    return true
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === '23505')) throw error
    await client.query('rollback to savepoint row')
    await write(true)
    return false
  } finally {
    await client.query('release savepoint row')
  }
}
