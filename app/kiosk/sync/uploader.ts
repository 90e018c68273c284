import type { KioskDatabase, Waiting } from '../store/database.ts'
import { countWaiting, oldestWaiting, settle, submittedOf } from '../store/queue.ts'
import type { Answer, CheckInResult, KioskApi } from './api.ts'

/** Sends what waits, oldest first, until nothing waits. */
export type Uploader = {
  /** Sends one at once; resolves to its result, or to undefined when none came. */
  readonly deliver: (waiting: Waiting) => Promise<CheckInResult | undefined>
  /** Starts to send, or starts again at once after a pause. */
  readonly start: () => void
  /** Starts to send, unless it pauses after a failure. */
  readonly nudge: () => void
  readonly stop: () => void
}

type Options = {
  database: KioskDatabase
  key: CryptoKey
  api: KioskApi
  /** Told after every change of the queue. */
  changed: () => void
  /** Told when the server knows the device no more. */
  unpaired: (message: string) => void
}

const batchSize = 25
const firstPause = 1000
const longestPause = 30_000
/** Codes of a device that is unknown or revoked: its check-ins stay until it is paired again. */
const deviceCodes = new Set([1100, 1101, 1103])
const tooLargeCode = 1413
const unreadable = '这条签到在本机已无法读取，没有上传。请按时间核对纸质名单，为这位来宾补签。'

/** Makes the uploader of a device's queue. Whatever is not acknowledged stays in it and is sent again. */
export function createUploader({ database, key, api, changed, unpaired }: Options): Uploader {
  const underWay = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let stopped = false
  let failures = 0
  let size = batchSize

  /** What the server said, and whether the queue could be brought up to that. */
  type Sent = { answer: Answer<CheckInResult[]>; settled: boolean }

  async function send(waiting: readonly Waiting[], items: readonly object[]): Promise<Sent> {
    for (const { nonce } of waiting) underWay.add(nonce)
    try {
      const answer = await api.send(items, await countWaiting(database))
      let settled = true
      if (answer.kind === 'data') {
        // What could not be taken off the queue is sent again, and answered the same.
        settled = await settleAll(waiting, answer.data).then(
          () => true,
          () => false,
        )
      } else if (answer.kind === 'refusal' && deviceCodes.has(answer.code)) unpaired(answer.message)
      return { answer, settled }
    } finally {
      for (const { nonce } of waiting) underWay.delete(nonce)
    }
  }

  async function settleAll(waiting: readonly Waiting[], results: readonly CheckInResult[]): Promise<void> {
    for (const [index, item] of waiting.entries()) {
      const result = results[index]
      // An answer without a result says nothing of it, and one to be tried again stays as it is.
      if (result === undefined || result.state === 'retry') continue
      await settle(database, item, result.state === 'refused' ? result.msg : undefined)
    }
    changed()
  }

  /** What can be sent of a batch; what cannot be read is set aside for staff, and never holds the rest up. */
  async function readBatch(batch: readonly Waiting[]) {
    const readable: Waiting[] = []
    const items: object[] = []
    for (const waiting of batch) {
      const item = await itemOf(key, waiting)
      if (item === undefined) {
        await settle(database, waiting, unreadable)
        changed()
        continue
      }
      readable.push(waiting)
      items.push(item)
    }
    return { readable, items }
  }

  /** Sends one batch; resolves to how long to wait before the next, in ms, or to undefined when nothing is left. */
  async function step(): Promise<number | undefined> {
    const oldest = await oldestWaiting(database, size + underWay.size)
    const batch = oldest.filter(({ nonce }) => !underWay.has(nonce)).slice(0, size)
    if (batch.length === 0) return oldest.length === 0 ? undefined : firstPause
    const { readable, items } = await readBatch(batch)
    if (readable.length === 0) return 0
    const { answer, settled } = await send(readable, items)
    const left = !settled || (answer.kind === 'data' && answer.data.some(({ state }) => state === 'retry'))
    if (answer.kind === 'data' && !left) {
      failures = 0
      size = batchSize
      return 0
    }
    failures += 1
    if (answer.kind !== 'refusal') return pauseAfter(failures)
    // A batch that is too large, or that one item spoils, goes in smaller parts.
    if (answer.code === tooLargeCode || answer.code === 1001) size = Math.max(1, Math.floor(size / 2))
    return Math.max(answer.retryAfter ?? 0, pauseAfter(failures))
  }

  async function run(): Promise<void> {
    if (running || stopped) return
    running = true
    timer = undefined
    let pause: number | undefined
    try {
      pause = await step()
    } catch {
      failures += 1
      pause = pauseAfter(failures)
    } finally {
      running = false
    }
    if (pause !== undefined && !stopped) timer = setTimeout(() => void run(), pause)
  }

  return {
    async deliver(waiting) {
      const item = await itemOf(key, waiting)
      if (item === undefined) return undefined
      const { answer } = await send([waiting], [item])
      return answer.kind === 'data' ? answer.data[0] : undefined
    },
    start() {
      clearTimeout(timer)
      failures = 0
      void run()
    },
    nudge() {
      if (timer === undefined) void run()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Twice as long after every failure, up to 30 s, and never the same for two devices. */
function pauseAfter(failures: number): number {
  const whole = Math.min(longestPause, firstPause * 2 ** (failures - 1))
  return whole / 2 + (Math.random() * whole) / 2
}

/** A check-in as the server takes it; undefined when it cannot be read. A guest of the list needs no reading. */
async function itemOf(key: CryptoKey, waiting: Waiting): Promise<object | undefined> {
  const submitted = await submittedOf(key, waiting)
  if (submitted === undefined && waiting.person === undefined) return undefined
  const { label: _label, ...typed } = submitted ?? { label: '' }
  return {
    event_id: waiting.eventId,
    kind: waiting.kind,
    nonce: waiting.nonce,
    at: new Date(waiting.at).toISOString(),
    ...(waiting.person === undefined ? {} : { registration_id: waiting.person }),
    ...typed,
  }
}
