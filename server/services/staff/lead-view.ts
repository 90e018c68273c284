import { leadFieldNames, listedLeadFields } from '#server/contract/catalogue/lead-fields.ts'
import { pick, wordOf } from '#server/contract/catalogue/typed-records.ts'
import { withoutNulls } from '#server/db/without-nulls.ts'
import type { z } from 'zod'
import { requestStates } from '#server/contract/accounts/account.ts'
import { orderTypes } from '#server/contract/catalogue/order-types.ts'
import { consentPurposes, coversMessage } from '#server/contract/leads/consents.ts'
import type { getLead, leadActs, listLeads } from '#server/contract/staff/leads.ts'
import { maskName, maskPhone } from '#server/contract/phone-number.ts'
import { cityCodeOf } from '#server/db/city-code.ts'
import type { Database } from '#server/db/connect.ts'
import { isCrmJobWaiting } from '#server/db/leads/crm-events.ts'
import type { LeadReach } from '#server/db/staff/lead-reach.ts'
import {
  countLeadsOfPhones,
  findClaims,
  findConsentsOfLead,
  findLeadEntries,
  findLeadsOfPhone,
  findStaffLead,
  type Claim,
  type ListedLead,
} from '#server/db/staff/leads.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

type Item = z.input<typeof listLeads.data>['items'][number]
type Detail = z.input<typeof getLead.data>
type Act = (typeof leadActs)[number]

/** Who looks at leads, and which of them. */
export type LeadViewer = {
  staffId: number
  reach: LeadReach
  /** Whether the viewer may change leads. */
  mayWrite: boolean
  now: Date
}

type Needs = { db: Database; personal: PersonalData }

/** Leads as a list shows them: names and phones masked; of those that were cancelled or withdrawn no facts of the family. */
export async function leadItems(
  { db, personal }: Needs,
  rows: readonly ListedLead[],
  viewer: LeadViewer,
): Promise<Item[]> {
  const isSchool = viewer.reach.schoolId !== undefined
  const phones = rows.map(({ phoneHash }) => phoneHash)
  const [claims, counts] = isSchool
    ? [new Map<string, Claim>(), new Map<string, number>()]
    : [await findClaims(db, phones, viewer.now), await countLeadsOfPhones(db, phones)]
  return rows.map((row) => {
    const phone = row.phoneHash ?? ''
    const masked = (encrypted: string | null, mask: (clear: string) => string) =>
      encrypted === null || isOver(row) ? undefined : mask(personal.decrypt(encrypted))
    const { assigneeId, assigneeName, openDay } = row
    return {
      reference: row.reference,
      order_type: wordOf(orderTypes, row.orderType),
      state: wordOf(requestStates, row.state),
      created_at: row.createdAt.toISOString(),
      city_code: cityCodeOf(row.cityCode),
      name: masked(row.nameCipher, maskName),
      phone: masked(row.phoneCipher, maskPhone),
      verified: row.verifiedAt !== null,
      stage: isOver(row) ? undefined : (row.stage ?? undefined),
      grade: isOver(row) ? undefined : (row.grade ?? undefined),
      ...(isOver(row) ? {} : withoutNulls(pick(row, listedLeadFields))),
      school: row.school ?? undefined,
      open_day:
        openDay === null
          ? undefined
          : { id: openDay.id, title: openDay.title, starts_at: openDay.startsAt.toISOString() },
      waiting_position: row.waitingPosition ?? undefined,
      recipient: row.recipient ?? undefined,
      recipient_kind: row.recipientKind ?? undefined,
      assignee: isSchool || assigneeId === null ? undefined : { id: assigneeId, name: assigneeName ?? '' },
      claim: claimOf(claims.get(phone), viewer),
      contacted_at: row.contactedAt?.toISOString(),
      next_contact: isSchool || isOver(row) ? undefined : reminderOf(row, viewer),
      transferred_at: row.transferredAt?.toISOString(),
      closed_at: row.closedAt?.toISOString(),
      duplicates: Math.max(0, (counts.get(phone) ?? 1) - 1),
    }
  })
}

function reminderOf({ nextContactAt: at }: ListedLead, { now }: LeadViewer): Item['next_contact'] {
  return at === null ? undefined : { at: at.toISOString(), due: at <= now }
}

function claimOf(claim: Claim | undefined, { staffId }: LeadViewer): Item['claim'] {
  if (claim === undefined) return undefined
  const { reference, staffId: by, name, until } = claim
  return { reference, by: { id: by, name }, until: until.toISOString(), mine: by === staffId }
}

/** One lead with what was done about it; undefined beyond the viewer's reach. */
export async function leadDetail(
  needs: Needs,
  reference: string,
  viewer: LeadViewer,
): Promise<Detail | undefined> {
  const { db, personal } = needs
  const { reach } = viewer
  const row = await findStaffLead(db, reach, reference)
  if (row === undefined) return undefined
  const isSchool = reach.schoolId !== undefined
  const { phoneHash, messageCipher } = row
  const others = phoneHash === null ? [] : await findLeadsOfPhone(db, reach, { phoneHash, except: row.id })
  const [item, ...otherItems] = await leadItems(needs, [row, ...others], viewer)
  if (item === undefined) return undefined
  const entries = await findLeadEntries(db, row.id)
  const consents = await findConsentsOfLead(db, row.id)
  const crm = isSchool
    ? undefined
    : { waiting: await isCrmJobWaiting(db, row.id), sent_at: row.crmSentAt?.toISOString() }
  return {
    ...item,
    message:
      (isSchool && !isForSchool(row, consents)) || isOver(row) || messageCipher === null
        ? undefined
        : withoutNumbers(personal.decrypt(messageCipher)),
    ...(isOver(row) ? {} : withoutNulls(pick(row, leadFieldNames))),
    source: row.source ?? undefined,
    removal_reason: row.removalReason ?? undefined,
    duplicate_of: isSchool ? undefined : (row.duplicateOf ?? undefined),
    consents: consents.map(({ purpose, recipient, givenAt, withdrawnAt }) => ({
      purpose: wordOf(consentPurposes, purpose),
      recipient,
      given_at: givenAt.toISOString(),
      withdrawn_at: withdrawnAt?.toISOString(),
    })),
    entries: entries
      .filter(({ kind }) => !isSchool || schoolKinds.has(kind))
      .map(({ id, kind, author, recipient, outcome, noteCipher, at }) => ({
        id,
        kind,
        author: isSchool ? undefined : author,
        recipient: recipient ?? undefined,
        outcome: outcome ?? undefined,
        note: isSchool || isOver(row) || noteCipher === null ? undefined : personal.decrypt(noteCipher),
        at: at.toISOString(),
      })),
    others: otherItems,
    crm,
    acts: actsOf(row, item, { crm, viewer }),
  }
}

/** Whether a school may read the message of a lead: it was transferred, and the consent says so. */
function isForSchool(
  { transferredAt }: ListedLead,
  consents: readonly { purpose: string; textVersion: string }[],
): boolean {
  const contact = consents.find(({ purpose }) => purpose === 'contact')
  return transferredAt !== null && contact !== undefined && coversMessage(contact.textVersion)
}

const schoolKinds: ReadonlySet<string> = new Set(['contacted', 'transferred'])

/** What a viewer may do now; the service decides again. */
function actsOf(
  row: ListedLead,
  { claim, recipient_kind: kind }: Item,
  { crm, viewer }: { crm: { waiting: boolean } | undefined; viewer: LeadViewer },
): Act[] {
  if (isOver(row)) return []
  if (!viewer.mayWrite) {
    const isSchool = viewer.reach.schoolId !== undefined
    return isSchool && row.transferredAt !== null ? ['reveal'] : []
  }
  const acts: Act[] = ['note', 'assign']
  if (crm?.waiting === false) acts.push('resend')
  if (claim !== undefined && !claim.mine) return acts
  acts.push('reveal', 'contact')
  if (claim === undefined) acts.push('claim')
  else if (claim.reference === row.reference) acts.push('release')
  if (kind === 'school' && row.transferredAt === null) acts.push('transfer')
  return acts
}

/** Whether nobody may be contacted about a lead any more. */
function isOver({ state }: { state: string }): boolean {
  return state !== 'received' && state !== 'waiting' && state !== 'contacted'
}

/** A text with runs of seven and more digits hidden: phones, which are shown by a call of its own. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\d(?:[\s-]?\d){6,}/g, '****')
}
