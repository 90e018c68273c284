import { isQuotaExceeded, type KioskDatabase } from '../store/database.ts'
import { saveList, type GuestList } from '../store/guest-list.ts'
import type { Guest } from '../contract-types.ts'
import type { KioskApi } from './api.ts'

type Given = {
  database: KioskDatabase
  key: CryptoKey
  api: KioskApi
  eventId: number
  /** The list that is stored now. */
  current: GuestList | undefined
}

/** The current list, and a message for staff when it could not be updated. */
export type SyncedList = {
  list: GuestList | undefined
  problem?: string | undefined
  /** Changed guests that are not checked in: a check-in that this device noted for them was undone. */
  expected?: readonly number[]
}

/** Bound on the pages of one synchronisation; no event has as many. */
const maxPages = 200

/** Updates the list: whole at the first time, then its changes. When that fails the current list stays. */
export async function syncList({ database, key, api, eventId, current }: Given): Promise<SyncedList> {
  const guests = new Map<number, Guest>(current?.people.map((guest) => [guest.id, guest]))
  const expected: number[] = []
  let since = current?.version ?? 0
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await api.list(since)
    if (answer.kind === 'failed') {
      return {
        list: current,
        problem: current === undefined ? '名单还没有下载，联网后自动下载。' : undefined,
      }
    }
    if (answer.kind === 'refusal') return { list: current, problem: `名单没有更新：${answer.message}` }
    const { event, rows, version, more, reset, total, wipe_at } = answer.data
    if (event.id !== eventId) {
      return { list: current, problem: `收到的名单属于“${event.title}”，不是本场活动，没有采用。` }
    }
    if (reset) guests.clear()
    for (const guest of rows) {
      guests.set(guest.id, guest)
      if (guest.checked_in_at === undefined) expected.push(guest.id)
    }
    since = version
    if (more) continue
    const list: GuestList = {
      eventId,
      version,
      total,
      downloadedAt: Date.now(),
      wipeAt: Date.parse(wipe_at),
      people: [...guests.values()],
    }
    return { ...(await store(database, key, list)), expected }
  }
  return { list: current, problem: '名单没有下载完整，稍后自动重试。' }
}

async function store(database: KioskDatabase, key: CryptoKey, list: GuestList): Promise<SyncedList> {
  try {
    await saveList(database, key, list)
    return { list }
  } catch (error) {
    const reason = isQuotaExceeded(error) ? '本机存储空间已满' : '本机无法保存'
    return { list, problem: `${reason}，名单只在这次打开期间可用，请清理空间后更新名单。` }
  }
}
