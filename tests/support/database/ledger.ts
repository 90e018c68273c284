import type { DatabaseConnection } from '#server/db/connect.ts'

/** What `engine-program write` left, counted in three ways that must agree. */
export type LedgerCount = { heap: number; index: number; tally: number; last: number }

/** Counts the ledger by a scan of the table, by its index alone, and by the counter kept in the same transactions. */
export async function countLedger({ withStatementTimeout }: DatabaseConnection): Promise<LedgerCount> {
  return withStatementTimeout(60_000, async (client) => {
    const count = async (off: string[], text: string): Promise<number> => {
      for (const plan of off) await client.query(`set enable_${plan} = off`)
      const { rows } = await client.query<{ n: number }>(text)
      await client.query('reset all')
      return rows[0]?.n ?? -1
    }
    const all = 'select count(*)::int as n from ledger where id > 0'
    return {
      heap: await count(['indexscan', 'indexonlyscan', 'bitmapscan'], all),
      index: await count(['seqscan'], all),
      tally: await count([], 'select sum(rows)::int as n from tally'),
      last: await count([], 'select coalesce(max(id), 0) as n from ledger'),
    }
  })
}
