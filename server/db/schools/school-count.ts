import type { DatabaseConnection } from '../connect.ts'

/** How many schools a database holds, whatever version of the product made it; 0 while it has no tables. */
export async function countAllSchools({ pool }: DatabaseConnection): Promise<number> {
  const table = await pool.query<{ isThere: boolean }>(
    `select to_regclass('public.school') is not null as "isThere"`,
  )
  if (table.rows[0]?.isThere !== true) return 0
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from school')
  return rows[0]?.n ?? 0
}
