import { and, eq, sql } from 'drizzle-orm'
import { forgottenColumn } from '#server/contract/staff/forgotten-column.ts'
import type { Database } from '../connect.ts'
import { importColumn } from '../schema/index.ts'

/** What somebody said that an unknown header of a kind's files is: a column, or '' for one that is left out. */
export type SaidColumn = { kind: string; name: string; column: string }

/** All that was said of headers. */
export async function findSaidColumns(db: Database): Promise<SaidColumn[]> {
  const rows = await db.select().from(importColumn)
  return rows.map(({ kind, name, meaning }) => ({ kind, name, column: meaning }))
}

/** Keeps what is said of headers in place of what was said before, and forgets those that are to be forgotten. */
export async function keepSaidColumns(db: Database, said: readonly SaidColumn[]): Promise<void> {
  for (const { kind, name, column } of said) {
    if (column === forgottenColumn)
      await db.delete(importColumn).where(and(eq(importColumn.kind, kind), eq(importColumn.name, name)))
    else
      await db
        .insert(importColumn)
        .values({ kind, name, meaning: column })
        .onConflictDoUpdate({
          target: [importColumn.kind, importColumn.name],
          set: { meaning: column, saidAt: sql`now()` },
        })
  }
}
