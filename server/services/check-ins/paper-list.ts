import { guestKindLabel, type CheckInKind } from '#server/contract/check-ins/check-in-rules.ts'
import { formatTicketCode } from '#server/contract/check-ins/ticket-text.ts'
import { maskPhone } from '#server/contract/phone-number.ts'
import type { Database } from '#server/db/connect.ts'
import { findAllGuests } from '#server/db/check-ins/kiosk-report.ts'
import { chinaTime } from '#server/services/china-time.ts'
import { createEventLoopYield } from '#server/services/content/import/event-loop-yield.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { nameReadings } from './name-readings.ts'

const style = `
body { font: 12pt/1.4 sans-serif; margin: 1cm }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid #000; padding: 4px 6px; text-align: left; font-size: 11pt }
tr { break-inside: avoid }
thead { display: table-header-group }
.box { width: 1.6cm }
@page { size: A4; margin: 1.2cm }
`

/** A guest on a paper list. */
export type PaperRow = {
  id: number
  kind: CheckInKind
  /** In full. */
  name: string
  /** Masked; empty without a phone. */
  phone: string
  /** With the booth, behind a space. */
  organisation: string | undefined
  partySize: number
  /** In two groups of four characters, or the code that a list brought. */
  ticket: string
  checkedInAt: Date | undefined
}

type Needs = { db: Database; personal: PersonalData }

/** The guests of an event with a good ticket, sorted by kind and pinyin, as a paper list shows them. */
export async function readPaperRows({ db, personal }: Needs, eventId: number): Promise<PaperRow[]> {
  const open = (encrypted: string | null) => (encrypted === null ? '' : personal.decrypt(encrypted))
  const breathe = createEventLoopYield()
  const rows: { row: PaperRow; sort: string }[] = []
  for (const { guest, checkedInAt } of await findAllGuests(db, eventId)) {
    if (guest.revokedAt !== null || guest.nameCipher === null) continue
    await breathe()
    const name = open(guest.nameCipher)
    const kind = guest.kind === 'exhibitor' ? ('exhibitor' as const) : ('parent' as const)
    const row = {
      id: guest.id,
      kind,
      name,
      phone: maskPhone(open(guest.phoneCipher)),
      organisation: [guest.organisation, guest.booth].filter(Boolean).join(' ') || undefined,
      partySize: guest.partySize,
      ticket: formatTicketCode(guest.ticket, guest.printed),
      checkedInAt: checkedInAt ?? undefined,
    }
    rows.push({ row, sort: `${kind === 'parent' ? 1 : 0} ${nameReadings(name).pinyin[0] ?? name}` })
  }
  return rows.toSorted((one, other) => (one.sort < other.sort ? -1 : 1)).map(({ row }) => row)
}

/** An event's guest list as an HTML page to print, with boxes to tick; and the number of people on it. */
export async function paperList(
  needs: Needs,
  event: { id: number; title: string; startsAt: Date },
): Promise<{ html: string; rows: number }> {
  const guests = await readPaperRows(needs, event.id)
  const rows = guests.map(({ kind, name, phone, organisation, partySize, ticket, checkedInAt }) => {
    const cells = [
      guestKindLabel(kind),
      name,
      phone,
      organisation ?? '',
      String(partySize),
      ticket,
      checkedInAt === undefined ? '' : `已签到 ${chinaTime(checkedInAt)}`,
    ]
    return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}<td class="box"></td></tr>`
  })
  const heads = ['类型', '姓名', '电话', '单位和展位', '人数', '入场码', '系统签到', '签到时间']
  const html = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>${escaped(event.title)} 签到名单</title><style>${style}</style></head>
<body><h1>${escaped(event.title)}</h1><p>${chinaTime(event.startsAt)} · ${rows.length} 人 · 用完请销毁</p>
<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></body></html>
`
  return { html, rows: rows.length }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
