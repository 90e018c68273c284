import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../connect.ts'
import { visitor } from '../schema/index.ts'

/** What a visitor may change about an account; null takes it back, what is left out stays. */
export type ProfileChange = {
  nickname?: string | undefined
  cityCode?: string | null | undefined
  stage?: string | null | undefined
  grade?: string | null | undefined
  courseText?: string | undefined
}

/** Stage and grade of an open account, its row locked. */
export async function lockProfile(tx: Transaction, id: number) {
  const [row] = await tx
    .select({ stage: visitor.stage, grade: visitor.grade })
    .from(visitor)
    .where(and(eq(visitor.id, id), isNull(visitor.closedAt)))
    .for('update')
  return row
}

/** Changes an account's profile; at least one field must be given. */
export async function changeProfile(tx: Transaction, id: number, change: ProfileChange): Promise<void> {
  await tx.update(visitor).set(change).where(eq(visitor.id, id))
}
