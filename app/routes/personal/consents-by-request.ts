import type { listConsents } from '#server/contract/account.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { momentText } from './moment-text.ts'

type Consent = DataOf<typeof listConsents>['items'][number]

/** The consents of one request, in the order in which they are listed; one that belongs to none stands alone. */
export function consentsByRequest(items: readonly Consent[]) {
  const groups = new Map<string, Consent[]>()
  for (const consent of items) {
    const key = consent.reference ?? `consent ${consent.id}`
    groups.set(key, [...(groups.get(key) ?? []), consent])
  }
  return [...groups.values()].map((consents) => ({
    recipient: consents[0]?.recipient ?? '',
    reference: consents[0]?.reference,
    given: momentText(consents[0]?.given_at ?? ''),
    consents: consents.map(({ id, purpose, text, withdrawn_at: withdrawn }) => ({
      id,
      purpose,
      text,
      ...(withdrawn === undefined ? {} : { withdrawn: momentText(withdrawn) }),
    })),
  }))
}

/** View model of the consents of one request. */
export type ConsentGroupView = ReturnType<typeof consentsByRequest>[number]
