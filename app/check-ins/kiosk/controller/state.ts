import type { CheckInKind } from '#server/contract/check-ins/check-in-rules.ts'
import { initialConnection, type Connection, type ConnectionMode } from '../device/connection.ts'
import type { GuestList } from '../store/guest-list.ts'
import type { Device } from '../store/database.ts'
import type { EventState } from '../contract-types.ts'

/** A refused check-in as staff see it. */
export type ShownRefusal = { nonce: string; label: string; at: number; message: string }

/** State that the kiosk's screen shows, without what a guest types. */
export type KioskState = {
  kind: CheckInKind
  device: Device
  mode: ConnectionMode
  connection: Connection
  /** Whether a call has ended since the start, with or without a response. */
  hasContact: boolean
  /** Check-ins that the server does not have. */
  waiting: number
  refused: readonly ShownRefusal[]
  /** Guests checked in by this device: time in ms by the guest's id. */
  arrivals: ReadonlyMap<number, number>
  list: GuestList | undefined
  eventState: EventState | undefined
  /** Time of the server's last response, in ms. */
  lastSync: number | undefined
  /** Offset of the server's clock against this device's, in ms. */
  offset: number
  /** Standing problems by subject, as messages for staff. */
  problems: Readonly<Partial<Record<Problem, string>>>
  /** Whether the page itself opens without a network. */
  offlineReady: boolean
  /** Whether a guest or staff are in the middle of something: the page must not reload. */
  busy: boolean
}

/** Subjects of problems that do not stop the kiosk. */
export type Problem = 'device' | 'storage' | 'list' | 'server' | 'worker'

/** The state of a kiosk that has just started. */
export function initialState(kind: CheckInKind, device: Device): KioskState {
  return {
    kind,
    device,
    mode: 'auto',
    connection: initialConnection,
    hasContact: false,
    waiting: 0,
    refused: [],
    arrivals: new Map(),
    list: undefined,
    eventState: undefined,
    lastSync: undefined,
    offset: 0,
    problems: {},
    offlineReady: false,
    busy: false,
  }
}

/** An observable store of one value, for `useSyncExternalStore`. */
export type Store<State> = {
  readonly get: () => State
  /** Replaces some parts and notifies the subscribers. */
  readonly set: (parts: Partial<State>) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates a store with its initial value. */
export function createStore<State extends object>(first: State): Store<State> {
  const listeners = new Set<() => void>()
  let state = first
  return {
    get: () => state,
    set(parts) {
      state = { ...state, ...parts }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
