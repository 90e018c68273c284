import type { sendCheckIns } from '#server/contract/checkins.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type {
  getKioskState,
  kioskGuest,
  listKioskGuests,
  pairKiosk,
  undoKioskCheckIn,
  unpairKiosk,
} from '#server/contract/kiosk.ts'
import type { z } from 'zod'

/** A guest on the list of the device's event. */
export type Guest = z.output<typeof kioskGuest>
/** How the event and this device stand. */
export type KioskFacts = DataOf<typeof getKioskState>
/** One page of the list, or of its changes. */
export type ListPage = DataOf<typeof listKioskGuests>
/** What a pairing gives. */
export type Pairing = DataOf<typeof pairKiosk>
/** The event that a device was paired for. */
export type EventItem = Pairing['event']
/** What became of one check-in of a batch. */
export type CheckInResult = Extract<DataOf<typeof sendCheckIns>, readonly unknown[]>[number]

/** What came back: data, a refusal of the API, or nothing that could be understood. */
export type Answer<Data> =
  | { kind: 'data'; data: Data }
  | { kind: 'refusal'; code: number; message: string; data: unknown; retryAfter: number | undefined }
  | { kind: 'nothing'; status: number | undefined }

/** Told of every call: how long its answer took in ms (undefined: none, or one that failed), and its Date. */
export type Heard = (took: number | undefined, date: string | null, status: number | undefined) => void

/** The calls of a kiosk. */
export type KioskApi = {
  pair: (code: string) => Promise<Answer<Pairing>>
  unpair: () => Promise<Answer<DataOf<typeof unpairKiosk>>>
  facts: (waiting: number) => Promise<Answer<KioskFacts>>
  list: (since: number) => Promise<Answer<ListPage>>
  /** `waiting`: how many wait on the device, these among them. */
  send: (items: readonly object[], waiting: number) => Promise<Answer<CheckInResult[]>>
  undo: (guest: number) => Promise<Answer<DataOf<typeof undoKioskCheckIn>>>
}

/** As long as any call of the site may take, in ms. */
const timeLimit = 10_000
const successCode = 1000

/** The API as a kiosk calls it, with the token of its device. */
export function kioskApi(token: () => string | undefined, heard: Heard): KioskApi {
  async function call<Data>(path: string, body?: object): Promise<Answer<Data>> {
    const started = performance.now()
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timeLimit)
    try {
      const response = await fetch(path, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: headersOf(token(), body !== undefined),
        cache: 'no-store',
        credentials: 'omit',
        signal: limit.signal,
      })
      const answer = answerFrom<Data>(await response.text(), response)
      const failed = response.status >= 500 || answer.kind === 'nothing'
      heard(failed ? undefined : performance.now() - started, response.headers.get('date'), response.status)
      return answer
    } catch {
      heard(undefined, null, undefined)
      return { kind: 'nothing', status: undefined }
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    pair: (code) => call('/api/kiosk/pair', { code }),
    unpair: () => call('/api/kiosk/unpair', {}),
    facts: (waiting) => call(`/api/kiosk/state?waiting=${waiting}`),
    list: (since) => call(`/api/kiosk/list?limit=1000&since=${since}`),
    send: (items, waiting) => call('/api/checkins', { items, waiting, sent_at: new Date().toISOString() }),
    undo: (guest) => call('/api/kiosk/undo', { registration_id: guest }),
  }
}

function headersOf(token: string | undefined, hasBody: boolean): Record<string, string> {
  return {
    accept: 'application/json',
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...(token === undefined ? {} : { device: token }),
  }
}

/** The server holds its answers to their schemas; a validator has no place in this bundle. */
function answerFrom<Data>(text: string, { status, headers }: Response): Answer<Data> {
  try {
    const envelope: { code: number; message: string; data: Data } = JSON.parse(text)
    const { code, message, data } = envelope
    if (code === successCode) return { kind: 'data', data }
    if (typeof code !== 'number') return { kind: 'nothing', status }
    const wait = Number(headers.get('retry-after') ?? 0) * 1000
    return { kind: 'refusal', code, message, data, retryAfter: wait > 0 ? wait : undefined }
  } catch {
    return { kind: 'nothing', status }
  }
}
