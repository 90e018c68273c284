import type { Database, Transaction } from '#server/db/connect.ts'
import { tryLastCode, useCode } from '#server/db/codes.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { markCode, type CodePurpose } from './code-mark.ts'

/** Wrong tries after which a code is dead even for the right one. */
const maxTries = 5

/** A code as somebody typed it; `phone` in E.164. */
export type TypedCode = { phone: string; purpose: CodePurpose; code: string; now: Date }

/** A code that proved right and waits to be spent. */
export type RightCode = { id: number }

type Needs = { personal: PersonalData }

/**
 * Spends a code, once. `wrong`: not this one, and one try less; `dead`: none works, a new one must be asked for.
 * Takes no transaction, whose rollback would give wrong tries back: with one, `tryCode` before it on `db` and
 * `spendRightCode` inside.
 */
export async function spendCode(
  db: Database,
  needs: Needs,
  typed: TypedCode,
): Promise<'spent' | 'wrong' | 'dead'> {
  const tried = await tryCode(db, needs, typed)
  if (tried === 'wrong' || tried === 'dead') return tried
  return (await spendRightCode(db, tried, typed.now)) ? 'spent' : 'dead'
}

/** Compares a code without spending it; a wrong one counts at once, whatever becomes of the caller's transaction. */
export async function tryCode(
  db: Database,
  { personal }: Needs,
  { phone, purpose, code, now }: TypedCode,
): Promise<RightCode | 'wrong' | 'dead'> {
  const owner = { phoneHash: personal.mark('phone', phone), purpose }
  const codeHash = markCode(personal, { phone, purpose, code })
  const tried = await tryLastCode(db, owner, { codeHash, maxTries, now })
  if (tried === undefined) return 'dead'
  return tried.right ? { id: tried.id } : 'wrong'
}

/** Spends a code of `tryCode`, inside the transaction of what it pays for; false: somebody else was first. */
export function spendRightCode(db: Database | Transaction, { id }: RightCode, now: Date): Promise<boolean> {
  return useCode(db, id, { maxTries, now })
}
