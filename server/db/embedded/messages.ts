/** What the main thread sends to the database worker. */
export type ToWorker =
  /** A chunk of whole wire-protocol messages of one session; every chunk is answered by one `reply`. */
  | { kind: 'request'; session: number; bytes: Uint8Array<ArrayBuffer> }
  /** A new session begins: forget transactions, prepared statements and settings of the one before. */
  | { kind: 'begin' }
  /** Checkpoint, close and exit. */
  | { kind: 'close' }

/** What the database worker sends to the main thread. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'reply'; session: number; bytes: Uint8Array }
  /** The engine is unreliable or did not start; the worker exits after this. */
  | { kind: 'failed'; reason: string }

/** Start options of the worker. */
export type WorkerStart = { folder: string }
