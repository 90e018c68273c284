import type { z } from 'zod'
import { correctionFields } from '#server/contract/leads/correction-fields.ts'
import { correctionStates, type listCorrections } from '#server/contract/leads/corrections.ts'
import type { findOwnCorrections } from '#server/db/leads/corrections.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

type Row = Awaited<ReturnType<typeof findOwnCorrections>>['rows'][number]
type Item = z.input<typeof listCorrections.data>['items'][number]

/** A report as its sender sees it, its texts decrypted. Throws for a stored field or state that is none. */
export function correctionItemOf(personal: PersonalData, row: Row): Item {
  const field = correctionFields.find(({ slug }) => slug === row.field)?.slug
  const state = correctionStates.find((each) => each === row.state)
  if (field === undefined || state === undefined) throw new Error(`correction ${row.id}: not of the contract`)
  const { id, name, withdrawnAt } = row.school
  return {
    id: row.id,
    school: { id, name, ...(withdrawnAt === null ? {} : { withdrawn: true }) },
    field,
    wrong: personal.decrypt(row.wrongCipher),
    ...(row.rightCipher === null ? {} : { right: personal.decrypt(row.rightCipher) }),
    state,
    ...(row.answer === null ? {} : { answer: row.answer }),
    created_at: row.createdAt.toISOString(),
    ...(row.answeredAt === null ? {} : { answered_at: row.answeredAt.toISOString() }),
  }
}
