import type { CheckInKind } from '#server/contract/check-in-words.ts'
import { offsetBy } from '../device/clock.ts'
import { afterAnswer, type LineMode } from '../device/line.ts'
import type { Device, KioskDatabase } from '../store/database.ts'
import { openList, wipeList, wipeOldLists } from '../store/people.ts'
import {
  arrivalsOf,
  countWaiting,
  dropArrivals,
  dropRefusal,
  openRefusals,
  submittedOf,
} from '../store/queue.ts'
import { forgetDevice, readSettings, writeSettings } from '../store/settings.ts'
import { type Guest, kioskApi, type KioskApi } from '../sync/api.ts'
import { pairDevice } from '../sync/pair-device.ts'
import { syncList } from '../sync/sync-list.ts'
import { createUploader, type Uploader } from '../sync/uploader.ts'
import { labelOf } from './search.ts'
import { tellUnpaired } from './tabs.ts'
import { firstState, type KioskState, type Trouble } from './state.ts'
import { createStore, type Store } from './store.ts'

/** A kiosk at work: its state, and what staff can do with it. */
export type Kiosk = Store<KioskState> & {
  readonly database: KioskDatabase
  readonly key: CryptoKey
  readonly uploader: Uploader
  /** Reads the queue anew after a change. */
  readonly refresh: () => Promise<void>
  /** Asks the server how things stand, fetches what changed, and starts to upload. */
  readonly synchronise: () => Promise<void>
  readonly setMode: (mode: LineMode) => Promise<void>
  readonly putAway: (nonce: string) => Promise<void>
  readonly trouble: (about: Trouble, words: string | undefined) => void
  /** Pairs anew after the server forgot the device; resolves to what kept it from that. */
  readonly pairAgain: (code: string) => Promise<string | undefined>
  /** Undoes the check-in of a guest; resolves to what became of it, in words for staff. */
  readonly undo: (guest: Guest) => Promise<string>
  /** Ends the pairing and wipes this device; false, and nothing is done, while something waits. */
  readonly unpair: () => Promise<boolean>
}

type Given = { database: KioskDatabase; key: CryptoKey; device: Device; kind: CheckInKind }

/** Makes the kiosk of a paired device; what lies on the device is read, the network is not asked yet. */
export async function createKiosk({ database, key, device, kind }: Given): Promise<Kiosk> {
  const store = createStore(firstState(kind, device))
  const eventId = device.event.id
  const api = kioskApi(
    () => device.token,
    (took, date, status) => hear(store, database, { took, date, status }),
  )

  function trouble(about: Trouble, words: string | undefined): void {
    const { [about]: _old, ...others } = store.get().troubles
    store.set({ troubles: words === undefined ? others : { ...others, [about]: words } })
  }

  async function refresh(): Promise<void> {
    const refused = await openRefusals(database)
    const shown = refused.map(async (each) => ({
      nonce: each.nonce,
      at: each.at,
      message: each.message,
      label: (await submittedOf(key, each))?.label ?? '无法读取的签到',
    }))
    const waiting = await countWaiting(database)
    store.set({
      waiting,
      arrivals: await arrivalsOf(database, eventId),
      refused: await Promise.all(shown),
    })
  }

  const uploader = createUploader({
    database,
    key,
    api,
    changed: () => void refresh(),
    unpaired: (message) => void lose(message),
  })

  /** The server knows this device no more: its list goes, its queue stays until it is paired again. */
  async function lose(message: string): Promise<void> {
    trouble('device', `${message}。未上传的签到都保存在本机，重新配对后继续上传。`)
    await wipeList(database, eventId)
    store.set({ list: undefined })
  }

  /** Wipes what the event's end has made nobody's business, on the device and in memory. */
  async function wipe(): Promise<void> {
    const { list, offset } = store.get()
    const now = Date.now() + offset
    await wipeOldLists(database, now)
    if (list === undefined || list.wipeAt > now) return
    store.set({ list: undefined })
    await refresh()
  }

  async function synchronise(): Promise<void> {
    await wipe()
    uploader.start()
    const answer = await api.facts(store.get().waiting)
    if (answer.kind === 'refusal' && [1100, 1101, 1103].includes(answer.code)) return lose(answer.message)
    if (answer.kind !== 'data') return undefined
    trouble('device', undefined)
    store.set({ facts: answer.data })
    await wipe()
    const current = store.get().list
    const isOver = Date.parse(answer.data.wipe_at) <= Date.parse(answer.data.now)
    if (isOver || (current !== undefined && current.version >= answer.data.version)) return undefined
    const { list, problem, expected = [] } = await syncList({ database, key, api, eventId, current })
    trouble('list', problem)
    await dropArrivals(database, eventId, expected)
    store.set({ list })
    await refresh()
  }

  const { mode = 'auto', offset = 0, lastSync } = await readSettings(database)
  store.set({ mode, offset, lastSync })
  await wipeOldLists(database, Date.now() + store.get().offset)
  store.set({ list: await openList(database, key, eventId) })
  await refresh()

  return {
    ...store,
    database,
    key,
    uploader,
    refresh,
    synchronise,
    trouble,
    async setMode(chosen) {
      store.set({ mode: chosen })
      await writeSettings(database, { mode: chosen })
    },
    async putAway(nonce) {
      await dropRefusal(database, nonce)
      await refresh()
    },
    pairAgain: (code) => pairDevice(database, code),
    async undo(guest) {
      const answer = await api.undo(guest.id)
      if (answer.kind === 'nothing') return '没有连上服务器，联网后才能撤销。'
      if (answer.kind === 'refusal') return answer.message
      await dropArrivals(database, eventId, [guest.id])
      await synchronise()
      await refresh()
      return `已撤销 ${labelOf(guest)} 的签到。`
    },
    unpair: () => forget(database, api),
  }
}

async function forget(database: KioskDatabase, api: KioskApi): Promise<boolean> {
  if ((await countWaiting(database)) > 0) return false
  await api.unpair()
  if (!(await forgetDevice(database))) return false
  tellUnpaired()
  return true
}

type Heard = { took: number | undefined; date: string | null; status: number | undefined }

/** Every answer says how the network is, what time it is, and whether the server is well. */
function hear(store: Store<KioskState>, database: KioskDatabase, { took, date, status }: Heard): void {
  const { line, troubles, heard } = store.get()
  const now = Date.now()
  const isWell = took !== undefined
  const { server: _old, ...others } = troubles
  const words = `服务器暂时出错（${status}）。签到照常保存在本机，会自动重试，不会丢失。`
  // Until the first answer nothing is known of the network: one that does not come says enough.
  const cut = !heard && !isWell && status === undefined
  store.set({
    line: cut ? { online: false, answers: [] } : afterAnswer(line, took),
    heard: true,
    troubles: status !== undefined && !isWell ? { ...others, server: words } : isWell ? others : troubles,
    ...(isWell ? { lastSync: now } : {}),
  })
  if (!isWell) return
  const offset = offsetBy(date, now) ?? 0
  store.set({ offset })
  // Kept for the next start; a device that is full does without.
  writeSettings(database, { lastSync: now, offset }).catch(() => undefined)
}
