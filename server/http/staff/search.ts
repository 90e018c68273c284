import { contentKinds } from '#server/contract/staff/content.ts'
import { hasRight, type StaffRight } from '#server/contract/staff/roles.ts'
import { mostFound, searchStaff } from '#server/contract/staff/search.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { findNamedSchools } from '#server/db/search/school-search.ts'
import {
  findNamedMembers,
  findTitledContent,
  findTitledEvents,
  findTitledOpenDays,
} from '#server/db/staff/search.ts'
import { maskGuest } from '#server/services/check-ins/find-guests.ts'
import { leadItems } from '#server/services/staff/lead-view.ts'
import type { Staff } from '#server/services/staff/read-staff.ts'
import { searchGuests, searchLeads } from '#server/services/staff/search-people.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { tableOf } from './content.ts'
import { guestItemOf } from './guests.ts'
import { leadReachOf, schoolScope } from './school-scope.ts'
import { serveStaff } from './serve-staff.ts'

/** The endpoint of the search over everything that a member may see. */
export function staffSearchEndpoints({ database: { db }, personal, now }: ApiDependencies) {
  const needs = { db, personal }

  const findLeads = async (staff: Staff, text: string) => {
    const reach = leadReachOf(staff)
    const viewer = { staffId: staff.id, reach, mayWrite: false, now: now() }
    const rows = await searchLeads(needs, reach, text, mostFound)
    return leadItems(needs, rows, viewer)
  }

  const findGuests = async (text: string) => {
    const rows = await searchGuests(needs, text, mostFound)
    return rows.map(({ event, ...row }) => ({ ...guestItemOf(maskGuest(personal, row)), event }))
  }

  const findContent = async (staff: Staff, q: string) => {
    const tables = contentKinds.map(({ slug }) => ({ ...tableOf(slug), kind: slug }))
    const sought = { q, schoolId: schoolScope(staff), limit: mostFound + 1 }
    const rows = await findTitledContent(db, tables, sought)
    return rows.flatMap(({ kind, school, ...row }) => {
      const known = contentKinds.find(({ slug }) => slug === kind)
      return known === undefined ? [] : [{ ...row, kind: known.slug, school: school ?? undefined }]
    })
  }

  const findOpenDays = async (staff: Staff, q: string) => {
    const sought = { q, schoolId: schoolScope(staff), limit: mostFound + 1 }
    const rows = await findTitledOpenDays(db, sought)
    return rows.map((row) => ({ ...scheduled(row), school: row.school ?? undefined }))
  }

  return [
    serveStaff(searchStaff, async ({ input: { text }, staff }) => {
      const part = async <Item>(right: StaffRight, find: () => Promise<Item[]>) => {
        if (!hasRight(staff.role, right)) return undefined
        const items = await find()
        return { items: items.slice(0, mostFound), more: items.length > mostFound }
      }
      const leads = await part('leads.read', () => findLeads(staff, text))
      const guests = await part('events.write', () => findGuests(text))
      if (leads !== undefined || guests !== undefined) {
        const [ofLeads, ofGuests] = [leads?.items.length ?? 0, guests?.items.length ?? 0]
        const details = { leads: ofLeads, guests: ofGuests }
        await noteAccess(db, { staff, command: 'staff search', details, rows: ofLeads + ofGuests })
      }
      return {
        leads,
        guests,
        schools: await part('content.read', () => findNamedSchools(db, text, schoolScope(staff))),
        open_days: await part('content.read', () => findOpenDays(staff, text)),
        events: await part('events.write', async () => {
          const rows = await findTitledEvents(db, text, mostFound + 1)
          return rows.map(scheduled)
        }),
        content: await part('content.read', () => findContent(staff, text)),
        members: await part('members.write', async () => {
          const rows = await findNamedMembers(db, text, mostFound + 1)
          return rows.map(({ closedAt, ...member }) => ({ ...member, closed: closedAt !== null }))
        }),
      }
    }),
  ]
}

function scheduled(row: { id: number; title: string; startsAt: Date; withdrawnAt: Date | null }) {
  const { id, title, startsAt, withdrawnAt } = row
  return { id, title, starts_at: startsAt.toISOString(), withdrawn: withdrawnAt !== null }
}
