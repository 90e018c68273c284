import { requestTimeout } from '#app/request-timeout.ts'
import { codes } from '#server/contract/codes.ts'
import type { CheckInResult, Confirmation, EventState, ListPage, Pairing } from '../contract-types.ts'
import {
  isCheckInResults,
  isConfirmation,
  isEventState,
  isListPage,
  isPairing,
  isRecord,
} from '../response-guards.ts'

/** The outcome of a call: data, a refusal of the API, or no valid response. */
export type Answer<Data> =
  | { kind: 'data'; data: Data }
  | { kind: 'refusal'; code: number; message: string; data: unknown; retryAfter: number | undefined }
  | { kind: 'failed'; status: number | undefined }

/** Observes every call: duration of the response in ms (undefined: none, or one that failed), its Date and status. */
export type ResponseObserver = (
  took: number | undefined,
  date: string | null,
  status: number | undefined,
) => void

/** The API calls of a kiosk. */
export type KioskApi = {
  pair: (code: string) => Promise<Answer<Pairing>>
  unpair: () => Promise<Answer<Confirmation>>
  state: (waiting: number) => Promise<Answer<EventState>>
  list: (since: number) => Promise<Answer<ListPage>>
  /** `waiting`: how many check-ins are queued on the device, these included. */
  send: (items: readonly object[], waiting: number) => Promise<Answer<CheckInResult[]>>
  undo: (guest: number) => Promise<Answer<Confirmation>>
}

type Guard<Data> = (data: unknown) => data is Data

/** Creates the kiosk's API client; calls carry the token of the paired device. */
export function createKioskApi(token: () => string | undefined, observe: ResponseObserver): KioskApi {
  async function call<Data>(path: string, isData: Guard<Data>, body?: object): Promise<Answer<Data>> {
    const started = performance.now()
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), requestTimeout)
    try {
      const response = await fetch(path, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: headersOf(token(), body !== undefined),
        cache: 'no-store',
        credentials: 'omit',
        signal: limit.signal,
      })
      const answer = answerFrom(await response.text(), response, isData)
      const failed = response.status >= 500 || answer.kind === 'failed'
      observe(failed ? undefined : performance.now() - started, response.headers.get('date'), response.status)
      return answer
    } catch {
      observe(undefined, null, undefined)
      return { kind: 'failed', status: undefined }
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    pair: (code) => call('/api/kiosk/pair', isPairing, { code }),
    unpair: () => call('/api/kiosk/unpair', isConfirmation, {}),
    state: (waiting) => call(`/api/kiosk/state?waiting=${waiting}`, isEventState),
    list: (since) => call(`/api/kiosk/list?limit=1000&since=${since}`, isListPage),
    send: (items, waiting) =>
      call('/api/checkins', isCheckInResults, { items, waiting, sent_at: new Date().toISOString() }),
    undo: (guest) => call('/api/kiosk/undo', isConfirmation, { registration_id: guest }),
  }
}

function headersOf(token: string | undefined, hasBody: boolean): Record<string, string> {
  return {
    accept: 'application/json',
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...(token === undefined ? {} : { device: token }),
  }
}

/** Parses the API's envelope. Text that is no envelope, such as a captive portal's page, is a failed call. */
function answerFrom<Data>(text: string, { status, headers }: Response, isData: Guard<Data>): Answer<Data> {
  const failed = { kind: 'failed', status } as const
  const envelope = parseJson(text)
  if (!isRecord(envelope)) return failed
  const { code, message, data } = envelope
  if (code === codes.success) return isData(data) ? { kind: 'data', data } : failed
  if (typeof code !== 'number' || typeof message !== 'string') return failed
  const wait = Number(headers.get('retry-after') ?? 0) * 1000
  return { kind: 'refusal', code, message, data, retryAfter: wait > 0 ? wait : undefined }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
