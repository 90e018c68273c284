import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { drizzleOver, type DatabaseConnection } from './connect.ts'
import { describeFailure } from './failure.ts'
import type { DatabaseLog } from './log.ts'
import { hardenPool } from './harden-pool.ts'

/** Streaming replicas of the primary, for public reads. */
export type Replicas = {
  /** One connection for each address, in the order given. */
  readonly databases: readonly DatabaseConnection[]
  /** A usable replica, round robin; undefined when there is none. */
  readonly pick: () => DatabaseConnection | undefined
  /** Number of replicas whose lag is small enough now. */
  readonly usable: () => number
  /** Replication lag of each replica that answers, in seconds, by host; at most an hour is measured. */
  readonly lags: () => ReadonlyMap<string, number>
  /** Ejects a replica that failed until it answers again. */
  readonly eject: (database: DatabaseConnection, reason: unknown) => void
  readonly close: () => Promise<void>
}

type Options = {
  urls: readonly string[]
  /** The content's version that this process last read: a replica with an older one is not used. */
  version: () => number
  log: DatabaseLog
  /** Interval of the probes in ms (1 s when left out). */
  everyMs?: number
  /** Maximum replication lag in ms (5 s when left out). */
  maxLagMs?: number
}

type Replica = {
  name: string
  pool: Pool
  database: DatabaseConnection
  /** The content's version there; undefined while ejected. */
  version: number | undefined
  /** Its position in the write-ahead log; undefined when it did not answer. */
  lsn: number | undefined
}
/** A position of the primary in the write-ahead log, and when a probe first saw it. */
type Position = { at: number; lsn: number }

const defaultIntervalMs = 1000
const defaultMaxLagMs = 5000
const historyMs = 3_600_000
const probeLimitMs = 2000
/** A read that takes longer is repeated on the primary. */
const readLimitMs = 3000

/** `query_timeout` is pg's own limit for one query, which its types lack. */
const positionOnPrimary = {
  text: `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as lsn`,
  query_timeout: probeLimitMs,
}
const positionOnReplica = {
  text: `select
    pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
      '0/0')::float8 as lsn,
    coalesce((select version from content_version), 0)::float8 as version`,
  query_timeout: probeLimitMs,
}

/**
 * Opens replicas and measures their lag by the write-ahead log: a replica that has not replayed what the primary had
 * written `maxLagMs` ago is ejected, whether it is slow, disconnected or stopped, and so is one that does not answer
 * within 2 s; both are used again once they recover. None has to be available at the start.
 */
export function openReplicas(
  primary: DatabaseConnection,
  { urls, version, log, everyMs = defaultIntervalMs, maxLagMs = defaultMaxLagMs }: Options,
): Replicas {
  const replicas = urls.map((url) => openReplica(url, primary, log))
  /** Positions of the primary, the newest last. */
  let positions: Position[] = []
  let next = 0
  const stopped = new AbortController()

  const probe = async (replica: Replica, wanted: number): Promise<void> => {
    try {
      const { rows } = await replica.pool.query<{ lsn: number; version: number }>(positionOnReplica)
      const found = rows[0]
      replica.lsn = found?.lsn
      if (found === undefined || found.lsn < wanted)
        return ejectReplica(replica, new Error('it is too far behind'), log)
      if (replica.version === undefined) log('info', 'reading from a replica', { replica: replica.name })
      replica.version = found.version
    } catch (error) {
      replica.lsn = undefined
      ejectReplica(replica, error, log)
    }
  }
  const lagOf = (lsn: number): number => {
    const first = positions.find((position) => position.lsn > lsn)
    return first === undefined ? 0 : (performance.now() - first.at) / 1000
  }
  const probeAll = async (): Promise<void> => {
    const at = performance.now()
    const found = await primary.pool.query<{ lsn: number }>(positionOnPrimary).catch(() => ({ rows: [] }))
    const [position] = found.rows
    if (position && position.lsn !== positions.at(-1)?.lsn) positions.push({ at, lsn: position.lsn })
    // Until the primary has been probed for `maxLagMs` its first position counts.
    const needed = Math.max(
      0,
      positions.findLastIndex((each) => at - each.at >= maxLagMs),
    )
    const wanted = positions[needed]?.lsn ?? 0
    const known = positions.findIndex((each) => at - each.at < historyMs)
    positions = positions.slice(known < 0 ? needed : Math.min(needed, known))
    await Promise.all(replicas.map((replica) => probe(replica, wanted)))
  }
  const watching = (async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await probeAll()
      await wait(everyMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
    }
  })()

  return {
    databases: replicas.map(({ database }) => database),
    pick() {
      const now = version()
      const usable = replicas.filter((replica) => replica.version !== undefined && replica.version >= now)
      next = (next + 1) % Math.max(1, usable.length)
      return usable[next]?.database
    },
    usable: () => replicas.filter((replica) => replica.version !== undefined).length,
    lags: () => new Map(replicas.flatMap(({ name, lsn }) => (lsn === undefined ? [] : [[name, lagOf(lsn)]]))),
    eject(database, reason) {
      const replica = replicas.find((each) => each.database === database)
      if (replica) ejectReplica(replica, reason, log)
    },
    async close() {
      stopped.abort()
      await watching
      await Promise.all(replicas.map(({ pool }) => pool.end()))
    },
  }
}

function openReplica(url: string, primary: DatabaseConnection, log: DatabaseLog): Replica {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: probeLimitMs,
    statement_timeout: readLimitMs,
    query_timeout: readLimitMs,
    keepAlive: true,
    application_name: 'xuanxiao reader',
  })
  hardenPool(pool, log)
  const database: DatabaseConnection = { ...primary, db: drizzleOver(pool), pool }
  return { name: new URL(url).host, pool, database, version: undefined, lsn: undefined }
}

function ejectReplica(replica: Replica, reason: unknown, log: DatabaseLog): void {
  if (replica.version !== undefined) {
    log('warn', 'a replica is left out', { replica: replica.name, failure: describeFailure(reason) })
  }
  replica.version = undefined
}
