import { Duplex } from 'node:stream'
import type { RunningWorker } from './running-worker.ts'
import type { Supervisor } from './supervisor.ts'

const terminateMessage = 0x58

let sessions = 0

/**
 * Socket of `pg` that carries the wire protocol between a client and the database worker. It is bound to one run of the
 * worker and is destroyed with it, with the reason as its error.
 */
export class WorkerStream extends Duplex {
  readonly #supervisor: Supervisor
  readonly #session = (sessions += 1)
  #worker: RunningWorker | undefined
  #stopListening: (() => void) | undefined

  constructor(supervisor: Supervisor) {
    super()
    this.#supervisor = supervisor
  }

  /** Called by `pg` as a socket's `connect`; its address is not used. */
  connect(): this {
    this.#supervisor.worker().then(
      (worker) => this.#attach(worker),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    )
    return this
  }

  #attach(worker: RunningWorker): void {
    if (this.destroyed) return
    this.#worker = worker
    this.#stopListening = worker.onReply(this.#session, (bytes) => this.push(bytes))
    void worker.ended.then((reason) => this.destroy(reason))
    worker.post({ kind: 'begin' })
    this.emit('connect')
  }

  // Socket methods that pg calls and that have no meaning here.
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#send(chunk)
    done()
  }

  // pg corks the messages of one query, which are one request here.
  override _writev(parts: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#send(Buffer.concat(parts.map((part) => part.chunk)))
    done()
  }

  #send(messages: Buffer): void {
    if (messages[0] === terminateMessage) {
      this.push(null)
    } else {
      this.#worker?.post({ kind: 'request', session: this.#session, bytes: new Uint8Array(messages) })
    }
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#stopListening?.()
    done(error)
  }
}
