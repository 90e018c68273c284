import type { listConsents } from '#server/contract/accounts/account.ts'
import { consentPurposes } from '#server/contract/leads/consents.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { momentText } from './moment-text.ts'

type Consent = DataOf<typeof listConsents>['items'][number]

/**
 * Consents by request, in the order of the list: within a request the consent to be contacted first. One that belongs to
 * none stands alone.
 */
export function consentsByRequest(items: readonly Consent[]) {
  const groups = new Map<string, Consent[]>()
  for (const consent of items) {
    const key = consent.reference ?? `consent ${consent.id}`
    groups.set(key, [...(groups.get(key) ?? []), consent])
  }
  const order = (consent: Consent) => consentPurposes.indexOf(consent.purpose)
  const ordered = [...groups.values()].map((group) => group.toSorted((a, b) => order(a) - order(b)))
  return ordered.map((consents) => ({
    recipient: consents[0]?.recipient ?? '',
    reference: consents[0]?.reference,
    given: momentText(consents[0]?.given_at ?? ''),
    ...transferOf(consents),
    consents: consents.map(({ id, purpose, text, withdrawn_at: withdrawn }) => ({
      id,
      purpose,
      text,
      ...(withdrawn === undefined ? {} : { withdrawn: momentText(withdrawn) }),
    })),
  }))
}

function transferOf(consents: readonly Consent[]): { transferred?: string } {
  const at = consents.find(({ transferred_at }) => transferred_at !== undefined)?.transferred_at
  return at === undefined ? {} : { transferred: momentText(at) }
}

/** View model of the consents of one request. */
export type ConsentGroupView = ReturnType<typeof consentsByRequest>[number]
