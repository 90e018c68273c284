import { parseArgs } from 'node:util'
import { z } from 'zod'
import { noteAccess, noteRows } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { findAnyOpenDay, markCalled } from '#server/db/open-days/notified-guests.ts'
import { chinaTime } from '#server/services/china-time.ts'
import { accountName } from '#server/services/export-records/account-name.ts'
import {
  isToCall,
  noticeNames,
  readOpenDayGuests,
  type OpenDayGuest,
} from '#server/services/open-days/open-day-guests.ts'
import type { CommandCall, OperatorCommand } from '#server/services/operator-command.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

const usage = [
  '用法: npm run open-days -- guests --id 编号 [--todo]   已预约和候补的家长、要通知的变动和是否已通知；--todo 只列还要打电话的',
  '      npm run open-days -- called 申请编号 …           记下已经打过电话',
]

const called = z.union([
  z.object({
    words: z.tuple([z.literal('guests')]),
    id: z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number),
    todo: z.boolean().default(false),
  }),
  z.object({
    words: z.tuple([z.literal('called'), z.string()], z.string()),
    references: z.array(z.string().regex(/^[0-9A-Z]{8,20}$/)),
  }),
])

/** `open-days guests|called …`: exit code 0 when done, 1 for an unknown open day or request, 2 for a wrong call. */
export function openDaysCommand(connection: DatabaseConnection, personal: PersonalData): OperatorCommand {
  return async (call) => {
    const wanted = readCall(call.args)
    if (wanted === undefined) {
      usage.forEach(call.print)
      return 2
    }
    return 'id' in wanted
      ? printGuests(connection, personal, wanted, call)
      : noteCalls(connection, wanted.references, call)
  }
}

type Wanted = { id: number; todo: boolean }

async function printGuests(
  connection: DatabaseConnection,
  personal: PersonalData,
  { id, todo }: Wanted,
  { print, operator = accountName() }: CommandCall,
): Promise<number> {
  const { db } = connection
  const day = await findAnyOpenDay(db, id)
  if (day === undefined) {
    print(`没有开放日 ${id}`)
    return 1
  }
  const access = await noteAccess(db, { command: 'open-days guests', operator, details: { id, todo } })
  const all = await readOpenDayGuests({ db, personal }, id, { inFull: true })
  const guests = all.filter((guest) => !todo || isToCall(guest))
  await noteRows(db, access, guests.length)
  print(`${day.title}  ${chinaTime(day.startsAt)}${day.isCalledOff ? '（已取消）' : ''}`)
  for (const guest of guests) {
    const words = [guest.reference, guest.name, guest.phone, ...(guest.isWaiting ? ['候补'] : [])]
    print([...words, noticeText(guest)].join('  '))
  }
  print(`共 ${guests.length} 位，还要打电话 ${guests.filter(isToCall).length} 位`)
  return 0
}

function noticeText({ kind, smsSentAt, calledAt, calledBy }: OpenDayGuest): string {
  if (kind === null) return '无变动'
  const how = [
    smsSentAt === null ? [] : `短信已发 ${chinaTime(smsSentAt)}`,
    calledAt === null ? [] : `已打电话 ${chinaTime(calledAt)} ${calledBy ?? ''}`.trim(),
  ].flat()
  return `${noticeNames[kind]}：${how.length === 0 ? '未通知' : how.join('，')}`
}

async function noteCalls(
  { db }: DatabaseConnection,
  references: readonly string[],
  { print, operator = accountName() }: CommandCall,
): Promise<number> {
  const access = await noteAccess(db, { command: 'open-days called', operator, details: { references } })
  const now = new Date()
  let done = 0
  for (const reference of references) {
    const isKnown = await markCalled(db, reference, { operator, now })
    if (isKnown) done += 1
    print(isKnown ? `${reference}: 已记下` : `${reference}: 没有要通知的变动`)
  }
  await noteRows(db, access, done)
  return done === references.length ? 0 : 1
}

function readCall(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { id: { type: 'string' }, todo: { type: 'boolean' } },
      allowPositionals: true,
    })
    return called.parse({ ...values, words: positionals, references: positionals.slice(1) })
  } catch {
    return undefined
  }
}
