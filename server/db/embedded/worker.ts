/**
 * Entry point of the embedded database. As a worker thread it serves one session over messages; as a program (`worker
 * initialise FOLDER`) it initialises a database and exits, which frees the memory that initialising takes.
 */
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { openEngine } from './engine.ts'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'
import { syncTree } from './sync-tree.ts'
import { engineFault } from './wire.ts'

async function initialise(folder: string): Promise<void> {
  const engine = await openEngine(folder)
  await engine.close()
  syncTree(folder)
}

async function serve(port: MessagePort, start: WorkerStart): Promise<void> {
  const send = (message: FromWorker, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer)
  const fail = (error: unknown): void => {
    send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
    // The message is sent first. A broken engine is not closed: the next start recovers it.
    setImmediate(() => process.exit(1))
  }

  try {
    const engine = await openEngine(start.folder)
    let queue = Promise.resolve()
    port.on('message', (message: ToWorker) => {
      queue = queue.then(() => handle(engine, message, send)).catch(fail)
    })
    send({ kind: 'ready' })
  } catch (error) {
    fail(error)
  }
}

async function handle(
  engine: PGlite,
  message: ToWorker,
  send: (message: FromWorker, transfer?: ArrayBuffer[]) => void,
): Promise<void> {
  switch (message.kind) {
    case 'begin':
      return resetSession(engine)
    case 'close':
      await engine.close()
      return process.exit(0)
    case 'request': {
      const request = Buffer.from(message.bytes)
      const reply = await answer(engine, request)
      const fault = engineFault(request, reply)
      if (fault !== undefined) throw new Error(fault)
      const bytes = new Uint8Array(reply)
      send({ kind: 'reply', session: message.session, bytes }, [bytes.buffer])
    }
  }
}

async function answer(engine: PGlite, request: Buffer): Promise<Buffer> {
  const parts: Buffer[] = []
  // Each part is a view into the engine's memory, valid during the call only: Buffer.from copies it.
  await engine.execProtocolRawStream(request, { onRawData: (part) => parts.push(Buffer.from(part)) })
  return Buffer.concat(parts)
}

/** Resets the engine's only session for the next client of the pool. */
async function resetSession(engine: PGlite): Promise<void> {
  if (engine.isInTransaction()) await engine.exec('rollback')
  await engine.exec('discard all')
}

if (!isMainThread && parentPort) {
  const start: WorkerStart = workerData
  await serve(parentPort, start)
} else if (process.argv[2] === 'initialise' && process.argv[3] !== undefined) {
  await initialise(process.argv[3])
}
