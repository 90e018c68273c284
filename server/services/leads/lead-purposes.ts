import type { ConsentPurpose } from '#server/contract/leads/consents.ts'
import type { Lead } from './lead-faults.ts'

/** The purposes that a lead consents to. */
export function purposesOf(lead: Lead): ConsentPurpose[] {
  const ticked = {
    contact: lead.consent_contact,
    guardian: lead.consent_guardian,
    marketing: lead.consent_marketing,
  }
  return (['contact', 'guardian', 'marketing'] as const).filter((purpose) => ticked[purpose])
}
