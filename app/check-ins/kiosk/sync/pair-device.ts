import type { KioskDatabase } from '../store/database.ts'
import { countQueued } from '../store/queue.ts'
import { readSettings, writeSettings } from '../store/settings.ts'
import { hashPin } from '../store/staff-pin.ts'
import { createKioskApi } from './api.ts'

/**
 * Pairs this browser as a kiosk by an operator's code. Resolves to an error message for staff, or to undefined. `pin`
 * protects the staff panel from then on. Refused while check-ins of another event are queued. @throws DOMException when
 * the device has no space.
 */
export async function pairDevice(
  database: KioskDatabase,
  code: string,
  pin?: string,
): Promise<string | undefined> {
  const api = createKioskApi(
    () => undefined,
    () => undefined,
  )
  const answer = await api.pair(code)
  if (answer.kind === 'failed') return '没有连上服务器，请检查网络后再试。'
  if (answer.kind === 'refusal') return problemIn(answer.data) ?? answer.message
  const { token, device, event } = answer.data
  const { device: former } = await readSettings(database)
  if (former !== undefined && former.event.id !== event.id && (await countQueued(database)) > 0) {
    return `这是“${event.title}”的配对码，本机还有“${former.event.title}”的签到没有上传，请用那场活动的配对码。`
  }
  await writeSettings(database, {
    device: { token, name: device.name, event },
    pin: pin === undefined ? undefined : await hashPin(pin),
  })
  // Without persistence a browser short of space may delete the queue; not every browser has the API.
  await navigator.storage?.persist?.().catch(() => false)
  return undefined
}

function problemIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('fields' in data)) return undefined
  const { fields } = data
  if (typeof fields !== 'object' || fields === null || !('code' in fields)) return undefined
  return typeof fields.code === 'string' ? fields.code : undefined
}
