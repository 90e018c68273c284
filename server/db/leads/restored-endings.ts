import type { PoolClient } from 'pg'

/** What ended and must not come back with an older backup; nothing in it names a person. Moments as texts of SQL. */
export type Endings = {
  consents: { id: number; givenAt: string; withdrawnAt: string }[]
  requests: { reference: string; state: string; cancelledAt: string | null }[]
  /** Decision books whose address was replaced, or which were deleted: these have no schools. */
  books: { id: number; createdAt: string; accessHash: string; schoolIds: number[] }[]
  /** Members of the staff who ended; none in a database of an earlier version. */
  members: { id: number; createdAt: string; closedAt: string }[]
  /** Recovery codes of staff that were used, by their hashes. */
  recoveryCodes: { codeHash: string; usedAt: string }[]
}

/** Withdrawn consents, cancelled requests, replaced and deleted books, and the staff's ended members and used codes, in the order of their keys. */
export async function readEndings(client: PoolClient): Promise<Endings> {
  const consents = await client.query<Endings['consents'][number]>(`
    select id, given_at::text as "givenAt", withdrawn_at::text as "withdrawnAt"
    from consent where withdrawn_at is not null order by id`)
  const requests = await client.query<Endings['requests'][number]>(`
    select reference, state, cancelled_at::text as "cancelledAt"
    from clue where state in ('cancelled', 'withdrawn') order by reference`)
  const books = (await hasTable(client, 'decision_book')) ? await readBookEndings(client) : []
  const staff = (await hasTable(client, 'staff_member'))
    ? await readStaffEndings(client)
    : { members: [], recoveryCodes: [] }
  return { consents: consents.rows, requests: requests.rows, books, ...staff }
}

async function readBookEndings(client: PoolClient): Promise<Endings['books']> {
  const { rows } = await client.query<Endings['books'][number]>(`
    select id, created_at::text as "createdAt", access_hash as "accessHash", school_ids as "schoolIds"
    from decision_book where access_cipher is null order by id`)
  return rows
}

async function readStaffEndings(client: PoolClient): Promise<Pick<Endings, 'members' | 'recoveryCodes'>> {
  const members = await client.query<Endings['members'][number]>(`
    select id, created_at::text as "createdAt", closed_at::text as "closedAt"
    from staff_member where closed_at is not null order by id`)
  const recoveryCodes = await client.query<Endings['recoveryCodes'][number]>(`
    select code_hash as "codeHash", used_at::text as "usedAt"
    from staff_recovery_code where used_at is not null order by code_hash`)
  return { members: members.rows, recoveryCodes: recoveryCodes.rows }
}

/** A restored database may be of a version without staff or books. */
async function hasTable(client: PoolClient, name: string): Promise<boolean> {
  return (await client.query('select from pg_tables where tablename = $1', [name])).rowCount !== 0
}

/** Whether a request of a backup holds a seat; every booking does in one of a version without the column. */
const holdsSeat = `coalesce((to_jsonb(clue) ->> 'holds_seat')::boolean, true)`

/** Ends the same consents, requests, books, members and codes again where they stand; a booking's seat is free again. */
export async function applyEndings(
  client: PoolClient,
  { consents, requests, books, members, recoveryCodes }: Endings,
): Promise<void> {
  await client.query(
    `update consent set withdrawn_at = e."withdrawnAt"
    from jsonb_to_recordset($1::jsonb) as e(id int, "givenAt" timestamptz, "withdrawnAt" timestamptz)
    where consent.id = e.id and consent.given_at = e."givenAt" and consent.withdrawn_at is null`,
    [JSON.stringify(consents)],
  )
  const { rows } = await client.query<{ day: number }>(
    `update clue set state = e.state, cancelled_at = e."cancelledAt"
    from jsonb_to_recordset($1::jsonb) as e(reference text, state text, "cancelledAt" timestamptz)
    where clue.reference = e.reference and clue.state in ('received', 'waiting', 'contacted')
    returning case when ${holdsSeat} then coalesce(open_day_id, 0) else 0 end as day`,
    [JSON.stringify(requests)],
  )
  for (const { day } of rows) {
    if (day !== 0)
      await client.query('update open_day set taken = greatest(taken - 1, 0) where id = $1', [day])
  }
  if (await hasTable(client, 'decision_book')) await endBooks(client, books)
  if (!(await hasTable(client, 'staff_member'))) return
  await client.query(
    `update staff_member set closed_at = e."closedAt", version = version + 1
    from jsonb_to_recordset($1::jsonb) as e(id int, "createdAt" timestamptz, "closedAt" timestamptz)
    where staff_member.id = e.id and staff_member.created_at = e."createdAt" and staff_member.closed_at is null`,
    [JSON.stringify(members)],
  )
  await client.query(
    `update staff_recovery_code set used_at = e."usedAt"
    from jsonb_to_recordset($1::jsonb) as e("codeHash" text, "usedAt" timestamptz)
    where code_hash = e."codeHash" and used_at is null`,
    [JSON.stringify(recoveryCodes)],
  )
}

async function endBooks(client: PoolClient, books: Endings['books']): Promise<void> {
  await client.query(
    `update decision_book set access_hash = e."accessHash", access_cipher = null,
      school_ids = array(select jsonb_array_elements_text(e."schoolIds")::int)
    from jsonb_to_recordset($1::jsonb) as e(id int, "createdAt" timestamptz, "accessHash" text, "schoolIds" jsonb)
    where decision_book.id = e.id and decision_book.created_at = e."createdAt"`,
    [JSON.stringify(books)],
  )
  await client.query(
    `delete from decision_column using decision_book
    where book_id = decision_book.id and cardinality(school_ids) = 0`,
  )
}

/** Ends whatever lets somebody in: sessions of visitors and staff, codes on their way, and the pairings of devices. */
export async function endAccess(client: PoolClient, now: Date): Promise<void> {
  await client.query(`update session set ended_at = $1, ended_by = 'revoked' where ended_at is null`, [now])
  await client.query('delete from code')
  if (await hasTable(client, 'staff_member')) {
    const ending = `update staff_session set ended_at = $1, ended_by = 'restored' where ended_at is null`
    await client.query(ending, [now])
    await client.query('delete from staff_login')
  }
  if (!(await hasTable(client, 'kiosk_device'))) return
  await client.query(
    `update kiosk_device set revoked_at = $1, token_hash = null, code_hash = null where revoked_at is null`,
    [now],
  )
}
