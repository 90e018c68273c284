import { formatTicketCode } from '#server/contract/check-ins/ticket-text.ts'
import { maskPhone } from '#server/contract/phone-number.ts'
import type { Database } from '#server/db/connect.ts'
import { findAllGuests } from '#server/db/check-ins/kiosk-report.ts'
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

/**
 * An event's guest list as an HTML page to print, sorted by kind and pinyin, with boxes to tick; and the number of
 * people on it.
 */
export async function paperList(
  { db, personal }: { db: Database; personal: PersonalData },
  event: { id: number; title: string; startsAt: Date },
): Promise<{ html: string; rows: number }> {
  const open = (encrypted: string | null) => (encrypted === null ? '' : personal.decrypt(encrypted))
  const guests = (await findAllGuests(db, event.id))
    .filter(({ guest }) => guest.revokedAt === null && guest.nameCipher !== null)
    .map(({ guest, checkedInAt }) => {
      const name = open(guest.nameCipher)
      return {
        guest,
        checkedInAt,
        name,
        sort: `${guest.kind === 'parent' ? 1 : 0} ${nameReadings(name).pinyin[0] ?? name}`,
      }
    })
    .toSorted((one, other) => (one.sort < other.sort ? -1 : 1))
  const rows = guests.map(({ guest, checkedInAt, name }) => {
    const cells = [
      guest.kind === 'parent' ? '家长' : '参展方',
      name,
      maskPhone(open(guest.phoneCipher)),
      guest.organisation ?? '',
      String(guest.partySize),
      formatTicketCode(guest.ticket),
      checkedInAt === null ? '' : `已签到 ${timeOf(checkedInAt)}`,
    ]
    return `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}<td class="box"></td></tr>`
  })
  const heads = ['类型', '姓名', '电话', '单位', '人数', '票码', '系统签到', '签到时间']
  const html = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>${escaped(event.title)} 签到名单</title><style>${style}</style></head>
<body><h1>${escaped(event.title)}</h1><p>${timeOf(event.startsAt)} · ${rows.length} 人 · 用完请销毁</p>
<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></body></html>
`
  return { html, rows: rows.length }
}

/** Formats a time in China, such as `2026-06-15 10:00`. */
export function timeOf(moment: Date): string {
  return new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
