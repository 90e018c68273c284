import { codes, isDeviceRefused } from '#server/contract/codes.ts'
import type { KioskDatabase, QueuedCheckIn } from '../store/database.ts'
import { countQueued, oldestQueued, acknowledge, decryptDetails } from '../store/queue.ts'
import type { CheckInResult } from '../contract-types.ts'
import type { Answer, KioskApi } from './api.ts'

/** Uploads the queue, oldest first, until it is empty. */
export type Uploader = {
  /** Sends one check-in at once; resolves to its result, or to undefined without a response. */
  readonly sendNow: (waiting: QueuedCheckIn) => Promise<CheckInResult | undefined>
  /** Starts to upload, also during the pause after a failure. */
  readonly start: () => void
  /** Starts to upload, unless it pauses after a failure. */
  readonly resume: () => void
  readonly stop: () => void
}

type Options = {
  database: KioskDatabase
  key: CryptoKey
  api: KioskApi
  /** Called after every change of the queue. */
  onChange: () => void
  /** Called when the server refuses the device's token. */
  onUnpaired: (message: string) => void
}

const batchSize = 25
const firstPause = 1000
const longestPause = 30_000
/** Refusals of a whole batch that smaller batches may avoid: too many bytes, or one invalid item. */
const splitCodes: readonly number[] = [codes.tooLarge, codes.invalidInput]
/** Message of a check-in that cannot be decrypted. */
const unreadable = '这条签到在本机已无法读取，没有上传。请按时间核对纸质名单，为这位来宾补签。'

/** Creates the uploader of a device's queue. Check-ins that are not acknowledged stay in it and are sent again. */
export function createUploader({ database, key, api, onChange, onUnpaired }: Options): Uploader {
  const inFlight = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let stopped = false
  let failures = 0
  let size = batchSize

  /** The server's answer, and whether all acknowledged check-ins could be removed from the queue. */
  type Sent = { answer: Answer<CheckInResult[]>; acknowledged: boolean }

  async function send(waiting: readonly QueuedCheckIn[], items: readonly object[]): Promise<Sent> {
    for (const { nonce } of waiting) inFlight.add(nonce)
    try {
      const answer = await api.send(items, await countQueued(database))
      let acknowledged = true
      if (answer.kind === 'data') {
        // A check-in that could not be removed is sent again, and answered the same.
        acknowledged = await acknowledgeAll(waiting, answer.data).then(
          () => true,
          () => false,
        )
      } else if (answer.kind === 'refusal' && isDeviceRefused(answer.code)) onUnpaired(answer.message)
      return { answer, acknowledged }
    } finally {
      for (const { nonce } of waiting) inFlight.delete(nonce)
    }
  }

  async function acknowledgeAll(
    waiting: readonly QueuedCheckIn[],
    results: readonly CheckInResult[],
  ): Promise<void> {
    for (const [index, item] of waiting.entries()) {
      const result = results[index]
      // Without a result, or with `retry`, the check-in stays queued.
      if (result === undefined || result.state === 'retry') continue
      await acknowledge(database, item, result.state === 'refused' ? result.msg : undefined)
    }
    onChange()
  }

  /** Decrypts a batch; check-ins that cannot be decrypted become refusals for staff and do not block the others. */
  async function readBatch(batch: readonly QueuedCheckIn[]) {
    const readable: QueuedCheckIn[] = []
    const items: object[] = []
    for (const waiting of batch) {
      const item = await itemOf(key, waiting)
      if (item === undefined) {
        await acknowledge(database, waiting, unreadable)
        onChange()
        continue
      }
      readable.push(waiting)
      items.push(item)
    }
    return { readable, items }
  }

  /** Sends one batch; resolves to the pause before the next in ms, or to undefined when the queue is empty. */
  async function sendNextBatch(): Promise<number | undefined> {
    const oldest = await oldestQueued(database, size + inFlight.size)
    const batch = oldest.filter(({ nonce }) => !inFlight.has(nonce)).slice(0, size)
    if (batch.length === 0) return oldest.length === 0 ? undefined : firstPause
    const { readable, items } = await readBatch(batch)
    if (readable.length === 0) return 0
    const { answer, acknowledged } = await send(readable, items)
    const left =
      !acknowledged || (answer.kind === 'data' && answer.data.some(({ state }) => state === 'retry'))
    if (answer.kind === 'data' && !left) {
      failures = 0
      size = batchSize
      return 0
    }
    failures += 1
    if (answer.kind !== 'refusal') return pauseAfter(failures)
    if (splitCodes.includes(answer.code)) size = Math.max(1, Math.floor(size / 2))
    return Math.max(answer.retryAfter ?? 0, pauseAfter(failures))
  }

  async function run(): Promise<void> {
    if (running || stopped) return
    running = true
    timer = undefined
    let pause: number | undefined
    try {
      pause = await sendNextBatch()
    } catch {
      failures += 1
      pause = pauseAfter(failures)
    } finally {
      running = false
    }
    if (pause !== undefined && !stopped) timer = setTimeout(() => void run(), pause)
  }

  return {
    async sendNow(waiting) {
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
    resume() {
      if (timer === undefined) void run()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Exponential backoff up to 30 s, with jitter so that devices do not retry together. */
function pauseAfter(failures: number): number {
  const whole = Math.min(longestPause, firstPause * 2 ** (failures - 1))
  return whole / 2 + (Math.random() * whole) / 2
}

/** A check-in as the API accepts it; undefined when it cannot be decrypted. A guest of the list is named by id alone. */
async function itemOf(key: CryptoKey, waiting: QueuedCheckIn): Promise<object | undefined> {
  const submitted = await decryptDetails(key, waiting)
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
