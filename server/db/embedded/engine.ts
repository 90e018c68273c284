import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { z } from 'zod'

/** The part of Emscripten's NODEFS that is patched here: in stock PGlite it has no fsync. */
type NodeFiles = { stream_ops: { fsync?: (stream: { nfd: number }) => number } }

/** ENOSPC in WASI's numbering. */
const noSpace = 51

const settings = [
  'fsync=on',
  'wal_sync_method=fsync', // fdatasync does nothing in Emscripten
  'shared_buffers=32MB',
  'max_wal_size=128MB',
  // Else a checkpoint writes a file of replication origins, which nothing here has; on a full disk that ends the engine.
  'max_active_replication_origins=0',
  // GIN's pending list; at the default of 4 MB an insert that has to merge it takes 3 s.
  'gin_pending_list_limit=64kB',
]

/** PGlite's own start parameters, without the one that turns fsync off. */
const startParams = PGlite.defaultStartParams.flatMap((parameter) =>
  parameter === '-F' ? settings.flatMap((setting) => ['-c', setting]) : [parameter],
)

/** PGlite's NodeFS with an fsync that reaches the disk. */
class DurableFiles extends NodeFS {
  syncs = 0

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const started = await super.init(pg, options)
    started.emscriptenOpts.preRun?.push((module) => {
      const files: NodeFiles = module.NODEFS
      files.stream_ops.fsync = (stream) => {
        fsyncOrKill(stream.nfd)
        this.syncs += 1
        return 0
      }
    })
    return started
  }
}

/**
 * fsync, or SIGKILL when it fails: the kernel may have dropped the pages, so nothing written since is reliable and nothing
 * may be acknowledged. Without a core file, which would contain personal data.
 */
function fsyncOrKill(descriptor: number): void {
  try {
    fs.fsyncSync(descriptor)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    fs.writeSync(2, `${JSON.stringify({ level: 'fatal', msg: 'fsync of the database failed', reason })}\n`)
    process.kill(process.pid, 'SIGKILL')
  }
}

/**
 * Opens PGlite on `folder` (initialised when empty) with durable writes. The caller holds the exclusive lock.
 * @throws Error when a commit does not reach fsync.
 */
export async function openEngine(folder: string): Promise<PGlite> {
  // This process holds the lock, so the file is of a process that died; an empty one would prevent the start.
  fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true })
  const files = new DurableFiles(folder)
  const complaints: string[] = []
  let opening = true
  const onStderr = (line: string): boolean => {
    if (opening) complaints.push(line)
    return false // PGlite prints it itself when it is being debugged
  }
  try {
    const engine = await PGlite.create({ fs: files, startParams, onStderr })
    await verifyDurability(engine, files)
    return engine
  } catch (error) {
    throw new Error([messageOf(error), ...complaints.slice(-5)].join('; '), { cause: error })
  } finally {
    opening = false
  }
}

/** Message of an error; Emscripten throws objects with an error number alone. */
function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const code = z.object({ errno: z.number() }).safeParse(error)
  if (!code.success) return String(error)
  return code.data.errno === noSpace ? '磁盘已满（ENOSPC）' : `文件系统错误 ${code.data.errno}`
}

/** Verifies that a commit reaches fsync: the patch uses PGlite's internals, which another version may change. */
async function verifyDurability(engine: PGlite, files: DurableFiles): Promise<void> {
  const before = files.syncs
  await engine.exec(`
    create schema if not exists embedded;
    create table if not exists embedded.boot (at timestamptz not null);
    truncate embedded.boot;
    insert into embedded.boot values (now());
  `)
  const { rows } = await engine.query<{ fsync: string }>('show fsync')
  if (files.syncs === before || rows[0]?.fsync !== 'on') {
    throw new Error('the embedded database does not write durably with this version: refusing to start')
  }
}
