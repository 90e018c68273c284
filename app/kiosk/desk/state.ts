import type { CheckInKind } from '#server/contract/check-in-words.ts'
import { freshLine, type Line, type LineMode } from '../device/line.ts'
import type { OpenList } from '../store/people.ts'
import type { Device } from '../store/database.ts'
import type { KioskFacts } from '../sync/api.ts'

/** A refusal as staff see it. */
export type ShownRefusal = { nonce: string; label: string; at: number; message: string }

/** All that a kiosk's screen shows, but what a guest types. */
export type KioskState = {
  kind: CheckInKind
  device: Device
  mode: LineMode
  line: Line
  /** The server was asked since the start, and answered or did not. */
  heard: boolean
  /** Check-ins that the server does not have. */
  waiting: number
  refused: readonly ShownRefusal[]
  /** Since when guests are in by this device, by id. */
  arrivals: ReadonlyMap<number, number>
  list: OpenList | undefined
  facts: KioskFacts | undefined
  /** When the server last answered, in ms. */
  lastSync: number | undefined
  /** How far the server's clock is ahead, in ms. */
  offset: number
  /** What went wrong and stays wrong, by what it concerns, in words for staff. */
  troubles: Readonly<Partial<Record<Trouble, string>>>
  /** The page itself opens without a network. */
  keptOffline: boolean
  /** Somebody is in the middle of something: nothing may be loaded anew. */
  busy: boolean
}

/** What may go wrong with a kiosk without stopping it. */
export type Trouble = 'device' | 'storage' | 'list' | 'server' | 'worker'

/** A kiosk that was just switched on. */
export function firstState(kind: CheckInKind, device: Device): KioskState {
  return {
    kind,
    device,
    mode: 'auto',
    line: freshLine,
    heard: false,
    waiting: 0,
    refused: [],
    arrivals: new Map(),
    list: undefined,
    facts: undefined,
    lastSync: undefined,
    offset: 0,
    troubles: {},
    keptOffline: false,
    busy: false,
  }
}
