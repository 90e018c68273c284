import { refusalReasons, refusalMessages } from '#server/contract/check-ins/check-in-rules.ts'
import type { Database } from '#server/db/connect.ts'
import type { EventRow } from '#server/db/check-ins/events.ts'
import { findListState } from '#server/db/check-ins/guest-list.ts'
import { findDevicesOf, type StoredDevice } from '#server/db/check-ins/kiosk-devices.ts'
import {
  countArrivalsByDay,
  countAttempts,
  countRefusals,
  findEventNumbers,
} from '#server/db/check-ins/kiosk-report.ts'
import { readConflicts } from '#server/services/kiosk/guest-list.ts'
import { timeOf } from '#server/services/kiosk/paper-list.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

type Print = (line: string) => void
const weekMs = 7 * 86_400_000

/** Prints the events of the last week and the coming ones, with their devices. */
export async function printEvents(db: Database, now: Date, print: Print): Promise<void> {
  const events = await findEventNumbers(db, new Date(now.getTime() - weekMs))
  for (const { id, title, startsAt, endsAt, guests, arrived } of events) {
    print(
      `${id}  ${timeOf(startsAt)} 至 ${timeOf(endsAt)}  ${title}  名单 ${guests} 人，已签到 ${arrived} 人`,
    )
    for (const device of await findDevicesOf(db, id, now)) print(`    ${wordsOf(device)}`)
  }
  if (events.length === 0) print('没有活动；用 npm run import -- events.csv 导入')
}

/** Prints the report of an event: numbers, refusals, devices, conflicts. */
export async function printReport(
  { db, personal }: { db: Database; personal: PersonalData },
  event: EventRow,
  now: Date,
  print: Print,
): Promise<void> {
  const numbers = await findListState(db, event.id)
  print(`${event.title}  ${timeOf(event.startsAt)} 至 ${timeOf(event.endsAt)}`)
  print(`登记 ${numbers.registered} 人，已签到 ${numbers.checkedIn} 人，现场新增 ${numbers.walkIns} 人`)
  const days = await countArrivalsByDay(db, event.id)
  if (days.length > 1) print(`按日签到：${days.map(({ day, people }) => `${day} ${people} 人`).join(',')}`)
  for (const { reason, times } of await countRefusals(db, event.id)) {
    const known = refusalReasons.find((one) => one === reason)
    print(`被拒绝 ${times} 次：${known === undefined ? reason : refusalMessages[known]}`)
  }
  const sent = new Map((await countAttempts(db, event.id)).map((row) => [row.deviceId, row]))
  for (const device of await findDevicesOf(db, event.id, now)) {
    const counted = sent.get(device.id)
    print(`${wordsOf(device)}，提交 ${counted?.sent ?? 0} 次，其中时间不准 ${counted?.wrongClock ?? 0} 次`)
  }
  print(`网页签到 ${sent.get(null)?.sent ?? 0} 次`)
  const conflicts = await readConflicts({ db, personal }, event.id, undefined)
  for (const one of conflicts) {
    const first = `${one.first_device ?? '网页'} ${timeOf(new Date(one.first_at))}`
    const second = `${one.second_device ?? '网页'} ${timeOf(new Date(one.second_at))}`
    print(`重复签到: 登记 ${one.registration_id} ${one.name}  ${first} / ${second}`)
  }
  print(`两台设备重复签到 ${conflicts.length} 人`)
}

function wordsOf(device: StoredDevice): string {
  const { id, name, revokedAt, pairedAt, lastUploadAt, lastSeenAt, clockAheadSeconds } = device
  const state = revokedAt !== null ? '已停用' : pairedAt === null ? '等待配对' : '已配对'
  const seen = lastSeenAt === null ? '' : `，最后在线 ${timeOf(lastSeenAt)}`
  const upload = lastUploadAt === null ? '' : `，最后上传 ${timeOf(lastUploadAt)}`
  const queue = queueText(device)
  const clock =
    clockAheadSeconds === null || Math.abs(clockAheadSeconds) < 300
      ? ''
      : `，时钟偏差 ${clockAheadSeconds} 秒`
  return `设备 ${id} ${name}: ${state}${seen}${upload}${queue}${clock}`
}

/** Length of a device's queue when it last reported it; unknown for a device revoked since. */
function queueText({ waiting, lastSeenAt, revokedAt }: StoredDevice): string {
  if (waiting === null || lastSeenAt === null) return revokedAt === null ? '' : '，未上传条数不明'
  const waitingText = `${waiting} 条（截至 ${timeOf(lastSeenAt)}）`
  return revokedAt === null || lastSeenAt >= revokedAt
    ? `，待上传 ${waitingText}`
    : `，未上传条数不明，停用前上报 ${waitingText}`
}
