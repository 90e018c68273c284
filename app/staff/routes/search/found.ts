import { contentKinds } from '#server/contract/staff/content.ts'
import { orderTypeNames } from '#server/contract/catalogue/order-types.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { formatTicketCode } from '#server/contract/check-ins/ticket-text.ts'
import { staffRoleNames } from '#server/contract/staff/roles.ts'
import type { searchStaff } from '#server/contract/staff/search.ts'
import { contentRowPath } from '../../content-paths.ts'
import { eventPath, guestPath } from '../../event-paths.ts'
import { leadHeading } from '../../texts/lead-texts.ts'
import { openDayPath } from '../../open-day-paths.ts'
import { momentText } from '../../parts/moment.tsx'
import { leadStateText } from '../../parts/state-names.ts'
import { leadPath, memberPath } from '../../paths.ts'
import type { Section } from '../../sections.ts'

type Answer = DataOf<typeof searchStaff>

/** What was found of one kind: links with what tells them apart. */
export type Found = {
  label: string
  items: { path: string; title: string; notes: (string | undefined)[] }[]
  more: boolean
}

/** What a search found, by kind, as its page lists it; kinds without a row are left out. */
export function foundOf(answer: Answer, pages: readonly Section[]): Found[] {
  const { leads, guests, schools, open_days: openDays, events, content, members } = answer
  const all = [
    group('家长的申请', leads, (lead) => ({
      path: leadPath(lead.reference),
      title: leadHeading(lead),
      notes: [
        lead.phone,
        orderTypeNames[lead.order_type],
        leadStateText(lead),
        lead.assignee?.name,
        momentText(lead.created_at),
        lead.reference,
      ],
    })),
    group('来宾', guests, (guest) => ({
      path: guestPath(guest.id),
      title: guest.name ?? '已移出名单',
      notes: [
        guest.phone,
        guest.organisation,
        guest.event.title,
        formatTicketCode(guest.ticket, guest.printed),
        guest.revoked ? '已作废' : guest.checked_in_at === undefined ? '未签到' : '已签到',
      ],
    })),
    group('学校', schools, ({ id, name, hint }) => ({
      path: contentRowPath('schools', id),
      title: name,
      notes: [hint],
    })),
    group('开放日', openDays, (day) => ({
      path: openDayPath(day.id),
      title: day.title,
      notes: [day.school, momentText(day.starts_at), hiddenText(day)],
    })),
    group('活动', events, (event) => ({
      path: eventPath(event.id),
      title: event.title,
      notes: [momentText(event.starts_at), hiddenText(event)],
    })),
    group('内容', content, (row) => ({
      path: contentRowPath(row.kind, row.id),
      title: row.title,
      notes: [contentKinds.find(({ slug }) => slug === row.kind)?.label, row.school, hiddenText(row)],
    })),
    group('成员', members, ({ id, name, role, closed }) => ({
      path: memberPath(id),
      title: name,
      notes: [staffRoleNames[role], closed ? '已停用' : undefined],
    })),
    group('页面', { items: [...pages], more: false }, ({ path, label }) => ({
      path,
      title: label,
      notes: [],
    })),
  ]
  return all.filter(({ items }) => items.length > 0)
}

function group<Item>(
  label: string,
  found: { items: Item[]; more: boolean } | undefined,
  itemOf: (item: Item) => Found['items'][number],
): Found {
  return { label, items: (found?.items ?? []).map(itemOf), more: found?.more ?? false }
}

function hiddenText({ withdrawn }: { withdrawn: boolean }): string | undefined {
  return withdrawn ? '已撤下' : undefined
}
