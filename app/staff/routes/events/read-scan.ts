import { formatTicketCode, readTicket, ticketIn } from '#server/contract/check-ins/ticket-text.ts'

/** How a scan came, as far as the browser tells: its last key, whether its signs came as keys, ms between two of them. */
export type ScanManner = { end: 'enter' | 'tab' | 'none'; isTyped: boolean; msPerSign: number }

/** What is in a scan, and what to say of it and of the scanner that sent it. */
export type ScanReading = { ticket: string | undefined; notes: string[] }

const ends: Record<ScanManner['end'], string> = {
  enter: '以回车结束：正合适。',
  tab: '以 Tab 结束：能用，建议改成回车。',
  none: '没有结束键：停顿 0.3 秒后算扫完，能用，建议改成以回车结束。',
}

/** Reads the text of one scan; without `manner`, what a form can tell. */
export function readScan(text: string, manner?: ScanManner): ScanReading {
  const found = ticketIn(text)
  const ticket = readTicket(found)
  const bare = text.replace(/\s/g, '')
  const at = bare.normalize('NFKC').toUpperCase().indexOf(found)
  const isShifted = ticket !== undefined && bare !== bare.toUpperCase()
  const around =
    ticket === undefined || at < 0 ? ['', ''] : [bare.slice(0, at), bare.slice(at + found.length)]
  const notes = [
    `送来 ${Array.from(text).length} 个字： ${text}`,
    around[0] !== '' && `前面多了“${around[0]}”，我们会跳过它。`,
    around[1] !== '' && `后面多了“${around[1]}”，我们会跳过它。`,
    isShifted && '字母是小写的：大写锁定开着，或扫码枪设成了小写。能读，建议改回来。',
    text !== text.normalize('NFKC') && '字是全角的：输入法开着，请切到英文。',
    ticket === undefined &&
      '如果这是名单带来的别家票号，签到页照样会认；如果这是本站的票，可能是键盘布局或输入法改动了字。',
    manner && ends[manner.end],
    manner && !manner.isTyped && '字是整段送来的，没有按键：签到页照样能读。',
    manner && manner.isTyped && manner.msPerSign > 50 && '字来得慢，像是手打的：扫码枪通常几毫秒一个字。',
  ]
  return {
    ticket: ticket && formatTicketCode(ticket.code),
    notes: notes.filter((note) => typeof note === 'string'),
  }
}
