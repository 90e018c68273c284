import { normaliseTicket, readTicket, ticketIn } from '#server/contract/check-ins/ticket-text.ts'
import { reference } from '#server/contract/leads/clue.ts'
import type { Database } from '#server/db/connect.ts'
import { findSoughtGuests, type GuestSought } from '#server/db/staff/events.ts'
import type { LeadReach } from '#server/db/staff/lead-reach.ts'
import { findSoughtLeads, type LeadSought } from '#server/db/staff/leads.ts'
import { hashOfAsked, personAsked, type PersonAsked } from '#server/services/personal-data/person-index.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

type Needs = { db: Database; personal: PersonalData }

/** People with these last four digits among whom longer digits are compared. */
const mostCompared = 500

/** Leads within a member's reach that a text finds; one more than `limit` where there are more. */
export function searchLeads(needs: Needs, reach: LeadReach, text: string, limit: number) {
  const numbered = reference.safeParse(text)
  return search(needs, text, {
    limit,
    find: (sought: LeadSought, most) => findSoughtLeads(needs.db, reach, sought, most),
    exact: numbered.success ? { reference: numbered.data } : undefined,
    keyOf: ({ id }) => id,
    phoneOf: ({ phoneCipher }) => phoneCipher,
  })
}

/** Guests of events that a text finds; one more than `limit` where there are more. */
export function searchGuests(needs: Needs, text: string, limit: number) {
  const code = ticketIn(text)
  const isCode = /^[0-9A-Z]{5,40}$/.test(code)
  return search(needs, text, {
    limit,
    find: (sought: GuestSought, most) => findSoughtGuests(needs.db, sought, most),
    exact: isCode ? { code: readTicket(code)?.code ?? normaliseTicket(code) } : undefined,
    keyOf: ({ guest }) => guest.id,
    phoneOf: ({ guest }) => guest.phoneCipher,
  })
}

type Search<Sought, Row> = {
  limit: number
  find: (sought: Sought | { phoneHash: string } | { personHash: string }, most: number) => PromiseLike<Row[]>
  /** What the text names exactly, if it may. */
  exact: Sought | undefined
  keyOf: (row: Row) => number
  phoneOf: (row: Row) => string | null
}

/** What the text names exactly, then whom it describes. */
async function search<Sought, Row>(
  { personal }: Needs,
  text: string,
  { limit, find, exact, keyOf, phoneOf }: Search<Sought, Row>,
): Promise<Row[]> {
  const named = exact === undefined ? [] : await find(exact, limit + 1)
  const asked = personAsked(text)
  const found = asked === undefined ? [] : await findPeople(asked)
  const rows = new Map([...named, ...found].map((row) => [keyOf(row), row]))
  return [...rows.values()].slice(0, limit + 1)

  async function findPeople(person: PersonAsked): Promise<Row[]> {
    if ('phone' in person) return find({ phoneHash: personal.blindIndex('phone', person.phone) }, limit + 1)
    const personHash = hashOfAsked(personal, person)
    if ('name' in person || person.digits.length === 4) return find({ personHash }, limit + 1)
    const alike = await find({ personHash }, mostCompared)
    return alike.filter((row) => {
      const sealed = phoneOf(row)
      return sealed !== null && personal.decrypt(sealed).endsWith(person.digits)
    })
  }
}
