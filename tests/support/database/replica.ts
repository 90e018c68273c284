import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { answering, findPostgres, freePort, changeOwner } from './postgres.ts'

/** A streaming replica of a server, which can be stopped and started again. */
export type Replica = {
  /** The address of the same database there. */
  url: string
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Stops it and removes its folder. */
  remove: () => Promise<void>
}

/** Copies a running server by `pg_basebackup` and starts a replica that follows it by streaming. */
export async function startReplica(primary: string): Promise<Replica> {
  const found = findPostgres()
  if ('missing' in found) throw new Error(found.missing)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xuanxiao-replica-'))
  const owner = changeOwner(folder)
  const data = path.join(folder, 'data')
  const options = { ...owner, cwd: folder }
  const copied = spawnSync(
    path.join(found.bin, 'pg_basebackup'),
    ['-d', primary, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
    { ...options, encoding: 'utf8' },
  )
  if (copied.status !== 0) throw new Error(`pg_basebackup failed: ${copied.stderr}`)
  const port = await freePort()
  const url = new URL(primary)
  url.port = String(port)
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) }
  const flags = Object.entries({ ...settings, log_min_messages: 'fatal' }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  let end: () => Promise<void> = async () => undefined
  const replica: Replica = {
    url: url.href,
    async start() {
      const server = spawn(path.join(found.bin, 'postgres'), ['-D', data, ...flags], {
        ...options,
        stdio: 'ignore',
      })
      end = async () => {
        if (server.exitCode !== null) return
        server.kill('SIGINT')
        await once(server, 'exit')
      }
      await answering(url.href)
    },
    stop: () => end(),
    async remove() {
      await end()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  await replica.start()
  return replica
}
