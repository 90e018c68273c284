import type { SameClue } from '#server/db/leads/clues.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import type { Lead } from './lead-faults.ts'
import { purposesOf } from './lead-purposes.ts'

/** Whether a lead says nothing that a stored one for the same thing does not: name, message, child and consents. */
export function saysTheSame(personal: PersonalData, lead: Lead, stored: SameClue): boolean {
  const open = (sealed: string | null) => (sealed === null ? '' : personal.open(sealed))
  return (
    open(stored.nameCipher) === lead.name &&
    open(stored.messageCipher) === (lead.message ?? '') &&
    (stored.stage ?? '') === (lead.stage ?? '') &&
    (stored.grade ?? '') === (lead.grade ?? '') &&
    stored.consents.toSorted().join() === purposesOf(lead).toSorted().join()
  )
}
