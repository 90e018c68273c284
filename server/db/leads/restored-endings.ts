import type { PoolClient } from 'pg'

/** What ended and must not come back with an older backup; nothing in it names a person. Moments as texts of SQL. */
export type Endings = {
  consents: { id: number; givenAt: string; withdrawnAt: string }[]
  requests: { reference: string; state: string; cancelledAt: string | null }[]
}

/** The withdrawn consents and the requests that were cancelled, in the order of their keys. */
export async function readEndings(client: PoolClient): Promise<Endings> {
  const consents = await client.query<Endings['consents'][number]>(`
    select id, given_at::text as "givenAt", withdrawn_at::text as "withdrawnAt"
    from consent where withdrawn_at is not null order by id`)
  const requests = await client.query<Endings['requests'][number]>(`
    select reference, state, cancelled_at::text as "cancelledAt"
    from clue where state in ('cancelled', 'withdrawn') order by reference`)
  return { consents: consents.rows, requests: requests.rows }
}

/** Ends the same consents and requests again where they stand; a booking's seat is free again. */
export async function applyEndings(client: PoolClient, { consents, requests }: Endings): Promise<void> {
  await client.query(
    `update consent set withdrawn_at = e."withdrawnAt"
    from jsonb_to_recordset($1::jsonb) as e(id int, "givenAt" timestamptz, "withdrawnAt" timestamptz)
    where consent.id = e.id and consent.given_at = e."givenAt" and consent.withdrawn_at is null`,
    [JSON.stringify(consents)],
  )
  const { rows } = await client.query<{ day: number }>(
    `update clue set state = e.state, cancelled_at = e."cancelledAt"
    from jsonb_to_recordset($1::jsonb) as e(reference text, state text, "cancelledAt" timestamptz)
    where clue.reference = e.reference and clue.state in ('received', 'contacted')
    returning coalesce(open_day_id, 0) as day`,
    [JSON.stringify(requests)],
  )
  for (const { day } of rows) {
    if (day !== 0)
      await client.query('update open_day set taken = greatest(taken - 1, 0) where id = $1', [day])
  }
}

/** Ends whatever lets somebody in: sessions, codes on their way, and the pairings of devices. */
export async function endAccess(client: PoolClient, now: Date): Promise<void> {
  await client.query(`update session set ended_at = $1, ended_by = 'revoked' where ended_at is null`, [now])
  await client.query('delete from code')
  const devices = await client.query(`select from pg_tables where tablename = 'kiosk_device'`)
  if (devices.rowCount === 0) return
  await client.query(
    `update kiosk_device set revoked_at = $1, token_hash = null, code_hash = null where revoked_at is null`,
    [now],
  )
}
