import {
  cancelRequest,
  cancelRequestByAccess,
  getOwnRequest,
  getRequest,
} from '#server/contract/accounts/account.ts'
import { accessToken, reference as referenceSchema } from '#server/contract/leads/clue.ts'
import { mostAsked } from '#server/contract/leads/visit-terms.ts'
import { codes } from '#server/contract/codes.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { apiFor, sendForm } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import type { Caller } from '#app/load-context.ts'
import { notFound } from '#app/require-id.ts'
import { tokenOf } from '#app/cookies/token.ts'

/** A lead as its owner sees it. */
export type Lead = DataOf<typeof getRequest>

/** How an address identifies a lead: by access token or by reference. */
export type LeadIdentifier = { access: string } | { reference: string }

/** Parses a typed reference; for anything else what is wrong with it. */
export function parseReference(typed: string): { reference: string } | { fault: string } {
  const { data, error } = referenceSchema.safeParse(typed)
  return data === undefined ? { fault: error?.issues[0]?.message ?? '申请编号不正确' } : { reference: data }
}

/** Parses the identifier of a lead in an address; throws 404 for anything else. */
export function parseLeadIdentifier(given: string | undefined): LeadIdentifier {
  const access = accessToken.safeParse(given)
  if (access.success) return { access: access.data }
  const reference = referenceSchema.safeParse(given)
  if (reference.success) return { reference: reference.data }
  throw unknownLead()
}

/**
 * The lead of an address, for holders of its access token and for the account that owns it. Undefined for anybody
 * else, whether the lead exists or not.
 */
export async function findLead(caller: Caller, name: LeadIdentifier): Promise<Lead | undefined> {
  if ('reference' in name && tokenOf(caller) === undefined) return undefined
  try {
    const reply =
      'access' in name
        ? await apiFor({ ...caller, token: null })(getRequest, { access: name.access })
        : await apiFor(caller)(getOwnRequest, { reference: name.reference })
    return !reply.ok && reply.code === codes.notFound ? undefined : unwrapOrThrow(reply)
  } catch (error) {
    if (error instanceof NotLoggedInError) return undefined
    throw error
  }
}

/** As `findLead`, but throws 404 instead of returning undefined. */
export async function requireLead(caller: Caller, name: LeadIdentifier): Promise<Lead> {
  const found = await findLead(caller, name)
  if (found === undefined) throw unknownLead()
  return found
}

/**
 * The leads of an address with their access tokens, by time, as far as these open one; throws 404 where none does. `lost`:
 * how many do not.
 */
export async function findLeads(caller: Caller, address: string) {
  const accesses = address.split('-').slice(0, mostAsked)
  const found = await Promise.all(
    accesses.map(async (given) => {
      const { data: access } = accessToken.safeParse(given)
      const lead = access === undefined ? undefined : await findLead(caller, { access })
      return access === undefined || lead === undefined ? [] : [{ access, lead }]
    }),
  )
  const leads = found.flat().toSorted((one, other) => timeOf(one.lead) - timeOf(other.lead))
  if (leads.length === 0) throw unknownLead()
  return { leads, lost: accesses.length - leads.length }
}

/** When the open day of a lead begins; those without one come last. */
function timeOf({ open_day: day }: Lead): number {
  return day === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(day.starts_at)
}

/** Cancels a lead by its access token or by the session that owns it. */
export function cancelLead(caller: Caller, name: LeadIdentifier) {
  return 'access' in name
    ? sendForm({ ...caller, token: null }, cancelRequestByAccess, { access: name.access })
    : sendForm(caller, cancelRequest, { reference: name.reference })
}

/** The 404 of an address that opens no lead. */
export function unknownLead() {
  return notFound('没有这次申请，或者这个网址不能打开它。')
}
