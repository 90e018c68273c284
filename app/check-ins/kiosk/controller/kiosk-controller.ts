import { isDeviceRefused } from '#server/contract/codes.ts'
import type { CheckInKind } from '#server/contract/check-ins/check-in-rules.ts'
import { offsetBy } from '../device/clock.ts'
import { withAnswer, type ConnectionMode } from '../device/connection.ts'
import type { Device, KioskDatabase } from '../store/database.ts'
import { readList, deleteList, deleteExpiredLists } from '../store/guest-list.ts'
import {
  arrivalsOf,
  countQueued,
  removeArrivals,
  dismissRefusal,
  listRefusals,
  decryptDetails,
} from '../store/queue.ts'
import { clearDevice, readSettings, writeSettings } from '../store/settings.ts'
import type { Guest } from '../contract-types.ts'
import { createKioskApi, type KioskApi } from '../sync/api.ts'
import { pairDevice } from '../sync/pair-device.ts'
import { syncList } from '../sync/sync-list.ts'
import { createUploader, type Uploader } from '../sync/uploader.ts'
import { labelOf } from './find-guests.ts'
import { broadcastUnpaired } from './unpaired-channel.ts'
import { createStore, initialState, type KioskState, type Problem, type Store } from './state.ts'

/** The kiosk's controller: its state, and the operations of its screens. */
export type KioskController = Store<KioskState> & {
  readonly database: KioskDatabase
  readonly key: CryptoKey
  readonly uploader: Uploader
  /** Reads the queue from the database after a change. */
  readonly refresh: () => Promise<void>
  /** Fetches the event's state and the changes of the list, and starts to upload. */
  readonly synchronise: () => Promise<void>
  readonly setMode: (mode: ConnectionMode) => Promise<void>
  readonly dismissRefusal: (nonce: string) => Promise<void>
  /** Sets the message of a problem, or with undefined clears it. */
  readonly setProblem: (about: Problem, message: string | undefined) => void
  /** Pairs the device again after the server revoked it; resolves to an error message, or undefined. */
  readonly pairAgain: (code: string) => Promise<string | undefined>
  /** Undoes the check-in of a guest; resolves to a message for staff. */
  readonly undo: (guest: Guest) => Promise<string>
  /** Ends the pairing and clears this device; does nothing and resolves to false while check-ins are queued. */
  readonly unpair: () => Promise<boolean>
}

type Given = { database: KioskDatabase; key: CryptoKey; device: Device; kind: CheckInKind }

/** Creates the controller of a paired device from what is stored on it; makes no network call yet. */
export async function createKioskController({
  database,
  key,
  device,
  kind,
}: Given): Promise<KioskController> {
  const store = createStore(initialState(kind, device))
  const eventId = device.event.id
  const api = createKioskApi(
    () => device.token,
    (took, date, status) => recordResponse(store, database, { took, date, status }),
  )

  function setProblem(about: Problem, message: string | undefined): void {
    const { [about]: _old, ...others } = store.get().problems
    store.set({ problems: message === undefined ? others : { ...others, [about]: message } })
  }

  async function refresh(): Promise<void> {
    const refused = await listRefusals(database)
    const shown = refused.map(async (each) => ({
      nonce: each.nonce,
      at: each.at,
      message: each.message,
      label: (await decryptDetails(key, each))?.label ?? '无法读取的签到',
    }))
    const waiting = await countQueued(database)
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
    onChange: () => void refresh(),
    onUnpaired: (message) => void handleUnpaired(message),
  })

  /** After the server revoked this device: deletes the list, keeps the queue until it is paired again. */
  async function handleUnpaired(message: string): Promise<void> {
    setProblem('device', `${message}。未上传的签到都保存在本机，重新配对后继续上传。`)
    await deleteList(database, eventId)
    store.set({ list: undefined })
  }

  /** Deletes lists whose retention ended, on the device and in memory. */
  async function deleteExpired(): Promise<void> {
    const { list, offset } = store.get()
    const now = Date.now() + offset
    await deleteExpiredLists(database, now)
    if (list === undefined || list.wipeAt > now) return
    store.set({ list: undefined })
    await refresh()
  }

  async function synchronise(): Promise<void> {
    await deleteExpired()
    uploader.start()
    const answer = await api.state(store.get().waiting)
    if (answer.kind === 'refusal' && isDeviceRefused(answer.code)) return handleUnpaired(answer.message)
    if (answer.kind !== 'data') return undefined
    setProblem('device', undefined)
    store.set({ eventState: answer.data })
    await deleteExpired()
    const current = store.get().list
    const isOver = Date.parse(answer.data.wipe_at) <= Date.parse(answer.data.now)
    if (isOver || (current !== undefined && current.version >= answer.data.version)) return undefined
    const { list, problem, expected = [] } = await syncList({ database, key, api, eventId, current })
    setProblem('list', problem)
    await removeArrivals(database, eventId, expected)
    store.set({ list })
    await refresh()
  }

  const { mode = 'auto', offset = 0, lastSync } = await readSettings(database)
  store.set({ mode, offset, lastSync })
  await deleteExpiredLists(database, Date.now() + store.get().offset)
  store.set({ list: await readList(database, key, eventId) })
  await refresh()

  return {
    ...store,
    database,
    key,
    uploader,
    refresh,
    synchronise,
    setProblem,
    async setMode(chosen) {
      store.set({ mode: chosen })
      await writeSettings(database, { mode: chosen })
    },
    async dismissRefusal(nonce) {
      await dismissRefusal(database, nonce)
      await refresh()
    },
    pairAgain: (code) => pairDevice(database, code),
    async undo(guest) {
      const answer = await api.undo(guest.id)
      if (answer.kind === 'failed') return '没有连上服务器，联网后才能撤销。'
      if (answer.kind === 'refusal') return answer.message
      await removeArrivals(database, eventId, [guest.id])
      await synchronise()
      await refresh()
      return `已撤销 ${labelOf(guest)} 的签到。`
    },
    unpair: () => unpairDevice(database, api),
  }
}

async function unpairDevice(database: KioskDatabase, api: KioskApi): Promise<boolean> {
  if ((await countQueued(database)) > 0) return false
  await api.unpair()
  if (!(await clearDevice(database))) return false
  broadcastUnpaired()
  return true
}

type ObservedResponse = { took: number | undefined; date: string | null; status: number | undefined }

/** Updates the connection, the clock offset and the server's problem from the response of any call. */
function recordResponse(
  store: Store<KioskState>,
  database: KioskDatabase,
  { took, date, status }: ObservedResponse,
): void {
  const { connection, problems, hasContact } = store.get()
  const now = Date.now()
  const succeeded = took !== undefined
  const { server: _old, ...others } = problems
  const message = `服务器暂时出错（${status}）。签到照常保存在本机，会自动重试，不会丢失。`
  // Before the first response one failed call is enough to be offline.
  const isOffline = !hasContact && !succeeded && status === undefined
  store.set({
    connection: isOffline ? { online: false, answers: [] } : withAnswer(connection, took),
    hasContact: true,
    problems:
      status !== undefined && !succeeded ? { ...others, server: message } : succeeded ? others : problems,
    ...(succeeded ? { lastSync: now } : {}),
  })
  if (!succeeded) return
  const offset = offsetBy(date, now) ?? 0
  store.set({ offset })
  // Saved for the next start; a device without space goes on without it.
  writeSettings(database, { lastSync: now, offset }).catch(() => undefined)
}
