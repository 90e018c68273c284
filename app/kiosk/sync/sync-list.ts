import { isFull, type KioskDatabase } from '../store/database.ts'
import { keepList, type OpenList } from '../store/people.ts'
import type { Guest, KioskApi } from './api.ts'

type Given = {
  database: KioskDatabase
  key: CryptoKey
  api: KioskApi
  eventId: number
  /** What lies on the device now. */
  current: OpenList | undefined
}

/** The list as it is now, and what kept it from being newer, in words for staff. */
export type SyncedList = {
  list: OpenList | undefined
  problem?: string | undefined
  /** Guests that changed and are not in: whom this device took for in, was undone. */
  expected?: readonly number[]
}

/** More pages than any event has: a server that never ends ends here. */
const mostPages = 200

/** Brings the list up to date: whole at the first time, then what changed. The old one stays where that fails. */
export async function syncList({ database, key, api, eventId, current }: Given): Promise<SyncedList> {
  const guests = new Map<number, Guest>(current?.people.map((guest) => [guest.id, guest]))
  const expected: number[] = []
  let since = current?.version ?? 0
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await api.list(since)
    if (answer.kind === 'nothing') {
      return {
        list: current,
        problem: current === undefined ? '名单还没有下载，联网后自动下载。' : undefined,
      }
    }
    if (answer.kind === 'refusal') return { list: current, problem: `名单没有更新：${answer.message}` }
    const { event, rows, version, more, reset, total, wipe_at } = answer.data
    if (event.id !== eventId) {
      return { list: current, problem: `收到的名单属于「${event.title}」，不是本场活动，没有采用。` }
    }
    if (reset) guests.clear()
    for (const guest of rows) {
      guests.set(guest.id, guest)
      if (guest.checked_in_at === undefined) expected.push(guest.id)
    }
    since = version
    if (more) continue
    const list: OpenList = {
      eventId,
      version,
      total,
      downloadedAt: Date.now(),
      wipeAt: Date.parse(wipe_at),
      people: [...guests.values()],
    }
    return { ...(await keep(database, key, list)), expected }
  }
  return { list: current, problem: '名单没有下载完整，稍后自动重试。' }
}

async function keep(database: KioskDatabase, key: CryptoKey, list: OpenList): Promise<SyncedList> {
  try {
    await keepList(database, key, list)
    return { list }
  } catch (error) {
    const reason = isFull(error) ? '本机存储空间已满' : '本机无法保存'
    return { list, problem: `${reason}，名单只在这次打开期间可用，请清理空间后更新名单。` }
  }
}
