import type { Database } from '#server/db/connect.ts'
import type { EventRow } from '#server/db/check-ins/events.ts'
import { findDevicesOf, type StoredDevice } from '#server/db/check-ins/kiosk-devices.ts'
import { findEventNumbers } from '#server/db/check-ins/kiosk-report.ts'
import { chinaTime } from '#server/services/china-time.ts'
import {
  deviceStatus,
  type DeviceState,
  type DeviceStatus,
} from '#server/services/check-ins/device-status.ts'
import { readEventReport } from '#server/services/check-ins/event-report.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

type Print = (line: string) => void
const weekMs = 7 * 86_400_000

/** Prints the events of the last week and the coming ones, with their devices. */
export async function printEvents(db: Database, now: Date, print: Print): Promise<void> {
  const events = await findEventNumbers(db, new Date(now.getTime() - weekMs))
  for (const { id, title, startsAt, endsAt, guests, arrived } of events) {
    print(
      `${id}  ${chinaTime(startsAt)} 至 ${chinaTime(endsAt)}  ${title}  名单 ${guests} 人，已签到 ${arrived} 人`,
    )
    for (const device of await findDevicesOf(db, id, now)) print(`    ${deviceText(device)}`)
  }
  if (events.length === 0) print('没有活动；用 npm run import -- events.csv 导入')
}

/** Prints the report of an event: numbers, refusals, devices, conflicts. */
export async function printReport(
  needs: { db: Database; personal: PersonalData },
  event: EventRow,
  now: Date,
  print: Print,
): Promise<void> {
  const { numbers, days, refusals, devices, sentByWeb, conflicts } = await readEventReport(needs, event, now)
  print(`${event.title}  ${chinaTime(event.startsAt)} 至 ${chinaTime(event.endsAt)}`)
  print(`登记 ${numbers.registered} 人，已签到 ${numbers.checkedIn} 人，现场新增 ${numbers.walkIns} 人`)
  if (days.length > 1) print(`按日签到：${days.map(({ day, people }) => `${day} ${people} 人`).join(',')}`)
  for (const { message, times } of refusals) print(`被拒绝 ${times} 次：${message}`)
  for (const { device, sent, wrongClock } of devices) {
    print(`${deviceText(device)}，提交 ${sent} 次，其中时间不准 ${wrongClock} 次`)
  }
  print(`网页签到 ${sentByWeb} 次`)
  for (const one of conflicts) {
    const first = `${one.first_device ?? '网页'} ${chinaTime(new Date(one.first_at))}`
    const second = `${one.second_device ?? '网页'} ${chinaTime(new Date(one.second_at))}`
    print(`重复签到: 登记 ${one.registration_id} ${one.name}  ${first} / ${second}`)
  }
  print(`两台设备重复签到 ${conflicts.length} 人`)
}

const stateTexts: Readonly<Record<DeviceState, string>> = {
  revoked: '已停用',
  waiting: '等待配对',
  paired: '已配对',
}

function deviceText(device: StoredDevice): string {
  const status = deviceStatus(device)
  const { lastSeenAt, lastUploadAt, clockAheadSeconds } = status
  const seen = lastSeenAt === undefined ? '' : `，最后在线 ${chinaTime(lastSeenAt)}`
  const upload = lastUploadAt === undefined ? '' : `，最后上传 ${chinaTime(lastUploadAt)}`
  const clock = clockAheadSeconds === undefined ? '' : `，时钟偏差 ${clockAheadSeconds} 秒`
  return `设备 ${device.id} ${device.name}: ${stateTexts[status.state]}${seen}${upload}${queueText(status)}${clock}`
}

/** Length of a device's queue when it last reported it; unknown for a device revoked since. */
function queueText({ queue, state }: DeviceStatus): string {
  if (queue === undefined) return state === 'revoked' ? '，未上传条数不明' : ''
  const waitingText = `${queue.count} 条（截至 ${chinaTime(queue.at)}）`
  return queue.isOutdated ? `，未上传条数不明，停用前上报 ${waitingText}` : `，待上传 ${waitingText}`
}
