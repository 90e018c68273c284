import type { KioskDatabase } from '../store/database.ts'
import { countWaiting } from '../store/queue.ts'
import { readSettings, writeSettings } from '../store/settings.ts'
import { sealPin } from '../store/staff-pin.ts'
import { kioskApi } from './api.ts'

/**
 * Makes this browser a kiosk by a code that an operator read out. Resolves to why it did not work, in words for staff, or
 * to undefined. `pin` is what the panel of the staff asks for from now on. What waits from another event is not left behind. @throws DOMException when the device is full.
 */
export async function pairDevice(
  database: KioskDatabase,
  code: string,
  pin?: string,
): Promise<string | undefined> {
  const api = kioskApi(
    () => undefined,
    () => undefined,
  )
  const answer = await api.pair(code)
  if (answer.kind === 'nothing') return '没有连上服务器，请检查网络后再试。'
  if (answer.kind === 'refusal') return problemIn(answer.data) ?? answer.message
  const { token, device, event } = answer.data
  const { device: former } = await readSettings(database)
  if (former !== undefined && former.event.id !== event.id && (await countWaiting(database)) > 0) {
    return `这是「${event.title}」的配对码，本机还有「${former.event.title}」的签到没有上传，请用那场活动的配对码。`
  }
  await writeSettings(database, {
    device: { token, name: device.name, event },
    pin: pin === undefined ? undefined : await sealPin(pin),
  })
  // Otherwise a browser short of room may throw the queue away; not every one asks.
  await navigator.storage?.persist?.().catch(() => false)
  return undefined
}

function problemIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('fields' in data)) return undefined
  const { fields } = data
  if (typeof fields !== 'object' || fields === null || !('code' in fields)) return undefined
  return typeof fields.code === 'string' ? fields.code : undefined
}
