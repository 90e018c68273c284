import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { guestPhone, personName } from '#server/contract/fields.ts'
import { ownCode } from '#server/contract/staff/guests.ts'
import { noteAccess, noteRows } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { findAnyEvent, type EventRow } from '#server/db/check-ins/events.ts'
import { findSaidColumns } from '#server/db/content/import-columns.ts'
import { revokeDevice } from '#server/db/check-ins/kiosk-devices.ts'
import { wipeEvent } from '#server/db/check-ins/kiosk-report.ts'
import { registerBookings } from '#server/services/check-ins/register-bookings.ts'
import { accountName } from '#server/services/leads/export/account-name.ts'
import { importGuests } from '#server/services/check-ins/import-guests.ts'
import { guestKind, guestTable } from '#server/services/check-ins/guest-row.ts'
import { assignedTo } from '#server/services/content/import/understood-files.ts'
import { createPairingCode } from '#server/services/check-ins/pairing.ts'
import { paperList } from '#server/services/check-ins/paper-list.ts'
import type { CommandCall, OperatorCommand } from '#server/services/operations/operator-command.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { changeGuest, printGuests } from './kiosk-guests.ts'
import { importList } from './import-list.ts'
import { printEvents, printReport } from './kiosk-report.ts'

const usage = [
  '用法: npm run kiosk -- list                                        列出活动和设备',
  '      npm run kiosk -- pair --event 编号 --name 前台1              生成配对码（15 分钟内有效，只能用一次）',
  '      npm run kiosk -- revoke --device 编号                        停用一台设备',
  '      npm run kiosk -- import --event 编号 [--kind parent|exhibitor] 文件.csv|文件.jsonl …',
  '             加上 --dry-run 只检查；--refused 不对的行.csv：保存其余的行，不对的行连同原因写进这个文件',
  '      npm run kiosk -- guests --event 编号 姓名|尾号|入场码         查找来宾的编号',
  '      npm run kiosk -- undo --guest 编号                           撤销一位来宾的签到',
  '      npm run kiosk -- guest --guest 编号 [--name 姓名] [--phone 电话] [--party 人数] [--code 入场码]   更正一位来宾',
  '      npm run kiosk -- guest --guest 编号 --remove --yes           把一位来宾移出名单，入场码作废',
  '      npm run kiosk -- report --event 编号                         人数、被拒绝的签到、重复签到和设备',
  '      npm run kiosk -- paper --event 编号 --out 名单.html          可打印的纸质名单',
  '      npm run kiosk -- wipe --event 编号 --yes                     立即删除一场活动的姓名和电话，停用其设备',
]

const id = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)
const options = {
  event: { type: 'string' },
  device: { type: 'string' },
  name: { type: 'string' },
  kind: { type: 'string' },
  out: { type: 'string' },
  guest: { type: 'string' },
  phone: { type: 'string' },
  party: { type: 'string' },
  code: { type: 'string' },
  remove: { type: 'boolean' },
  yes: { type: 'boolean' },
  refused: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const
const event = id
const guestCall = z
  .object({
    what: z.literal('guest'),
    guest: id,
    name: personName.optional(),
    phone: guestPhone.optional(),
    party: z.coerce.number().int().min(1).max(20).optional(),
    code: ownCode.optional(),
    remove: z.boolean().default(false),
    yes: z.boolean().default(false),
  })
  .refine(({ name, phone: number, party, code, remove, yes }) => {
    const corrects = [name, number, party, code].some((given) => given !== undefined)
    return remove ? yes && !corrects : corrects
  })
  .transform(({ party, code, yes: _said, ...call }) => ({ ...call, partySize: party, printed: code }))
const called = z.union([
  z.object({ what: z.literal('list') }),
  z.object({ what: z.literal('pair'), event, name: z.string().trim().min(1).max(30) }),
  z.object({ what: z.literal('revoke'), device: id }),
  z.object({
    what: z.literal('import'),
    event,
    kind: guestKind.default('parent').transform((kind) => kind ?? 'parent'),
    refused: z.string().min(1).optional(),
    'dry-run': z.boolean().default(false),
    files: z.array(z.string()).min(1),
  }),
  z.object({ what: z.literal('report'), event }),
  z.object({ what: z.literal('guests'), event, files: z.tuple([z.string().min(1)]) }),
  z.object({ what: z.literal('undo'), guest: id }),
  guestCall,
  z.object({ what: z.literal('paper'), event, out: z.string().min(1) }),
  z.object({ what: z.literal('wipe'), event, yes: z.literal(true) }),
])
type Called = z.output<typeof called>
type OfEvent = Extract<Called, { event: number }>
type Needs = { connection: DatabaseConnection; personal: PersonalData }

/**
 * `kiosk list|pair|revoke|import|guests|undo|guest|report|paper|wipe …`: exit code 0 when done, 1 when not, 2 for a
 * wrong call.
 */
export function kioskCommand(connection: DatabaseConnection, personal: PersonalData): OperatorCommand {
  const { db } = connection
  return async (call) => {
    const wanted = readCall(call.args)
    const now = new Date()
    if (wanted === undefined) {
      usage.forEach(call.print)
      return 2
    }
    if (wanted.what === 'list') {
      await printEvents(db, now, call.print)
      return 0
    }
    if (wanted.what === 'revoke') {
      const device = await revokeDevice(db, wanted.device, now)
      call.print(device === undefined ? `没有可停用的设备 ${wanted.device}` : `已停用 ${device.name}`)
      return device === undefined ? 1 : 0
    }
    if (wanted.what === 'undo' || wanted.what === 'guest') {
      const { print, operator = accountName() } = call
      return changeGuest({ db, personal }, wanted, { print, now, operator })
    }
    const found = await findAnyEvent(db, wanted.event)
    if (found === undefined) {
      call.print(`没有活动 ${wanted.event}；用 npm run kiosk -- list 查看编号`)
      return 1
    }
    await registerBookings({ database: connection, personal }, found.id, now)
    return runOfEvent({ connection, personal }, wanted, found, { ...call, now })
  }
}

async function runOfEvent(
  { connection, personal }: Needs,
  wanted: OfEvent,
  found: EventRow,
  { cwd, print, now, operator = accountName() }: CommandCall & { now: Date },
): Promise<number> {
  const { db } = connection
  const needs = { db, personal }
  const note = () =>
    noteAccess(db, { command: `kiosk ${wanted.what}`, operator, details: { event: found.id } })
  switch (wanted.what) {
    case 'pair': {
      const offer = await createPairingCode(needs, { eventId: found.id, name: wanted.name, now })
      if (offer === undefined) {
        print(`${wanted.name} 已配对；先停用它（revoke），或换一个名称`)
        return 1
      }
      const { code, device } = offer
      print(`${found.title} · ${device.name}（设备 ${device.id}）`)
      print(`配对码 ${code.slice(0, 4)} ${code.slice(4)}，15 分钟内有效，只能用一次`)
      return 0
    }
    case 'import': {
      const { kind, refused, 'dry-run': isDryRun } = wanted
      const table = guestTable(kind, found.cityCode)
      const before = await findSaidColumns(db)
      const files = wanted.files.map((name) => {
        const file = { name, path: path.resolve(cwd, name) }
        return assignedTo(file, { said: [], before, kind: table.kind }, table.labels) ?? file
      })
      const given = { event: found, kind, files, now, accept: () => !isDryRun }
      return importList(
        files,
        {
          table,
          refusedFile: refused && path.resolve(cwd, refused),
          isDryRun,
        },
        { print, run: (leftOut) => importGuests({ connection, personal }, { ...given, leftOut }) },
      )
    }
    case 'guests':
      return printGuests(needs, found.id, wanted.files[0], print)
    case 'report':
      await printReport(needs, found, now, print)
      return 0
    case 'paper': {
      const access = await note()
      const { html, rows } = await paperList(needs, found)
      await noteRows(db, access, rows)
      await writeFile(path.resolve(cwd, wanted.out), html, { flag: 'wx', mode: 0o600 })
      print(`${wanted.out}: ${rows} 人`)
      return 0
    }
    case 'wipe':
      return wipe(needs, found, { print, now, access: await note() })
    default:
      throw new Error('not a call of an event')
  }
}

async function wipe(
  { db }: { db: DatabaseConnection['db'] },
  found: EventRow,
  { print, now, access }: { print: (line: string) => void; now: Date; access: number },
): Promise<number> {
  const wiped = await wipeEvent(db, found.id, now)
  await noteRows(db, access, wiped)
  print(`已删除 ${wiped} 人的姓名和电话，设备已停用`)
  return 0
}

function readCall(args: readonly string[]): Called | undefined {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [what, ...files] = positionals
    return called.parse({ ...values, what, files })
  } catch {
    return undefined
  }
}
