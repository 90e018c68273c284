import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

/** A throw-away PostgreSQL server of the tests' own. */
export type PostgresServer = { url: string; stop: () => Promise<void> }

/** Why there is no server, in words for the last lines of a test run. */
export type PostgresMissing = { missing: string }

const startLimitMs = 30_000
const isRoot = process.getuid?.() === 0

/**
 * The folder of `initdb` and `postgres`: the newest in /usr/lib/postgresql, else from PATH. When there is none and
 * this is root on Debian, they are installed first.
 */
export function findPostgres(): { bin: string } | PostgresMissing {
  const bin = installedPostgres()
  if (bin !== undefined) return { bin }
  if (process.getuid?.() !== 0) return { missing: 'PostgreSQL is not installed and only root can install it' }
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const command of ['update', 'install -y --no-install-recommends postgresql']) {
    const done = spawnSync('apt-get', command.split(' '), { env: environment, encoding: 'utf8' })
    const reason = done.error?.message ?? done.stderr.trim().split('\n').at(-1)
    if (done.status !== 0)
      return { missing: `PostgreSQL is not installed and apt-get ${command} failed: ${reason}` }
  }
  const installed = installedPostgres()
  return installed === undefined ? { missing: 'PostgreSQL was installed but not found' } : { bin: installed }
}

/** Starts a server on a free loopback port with an empty cluster in a temporary folder; it does not fsync. */
export async function startPostgres(): Promise<PostgresServer | PostgresMissing> {
  const found = findPostgres()
  if ('missing' in found) return found
  if (isRoot && !unprivileged()) {
    return { missing: 'PostgreSQL refuses to run as root and there is no other account' }
  }

  const folder = mkdtempSync(path.join(os.tmpdir(), 'xuanxiao-postgres-'))
  const owner = changeOwner(folder)
  const data = path.join(folder, 'data')
  const options = { ...owner, cwd: folder }
  const made = spawnSync(
    path.join(found.bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...options, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)

  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    log_min_messages: 'fatal',
    // A statement of a test is over before its plan would be compiled.
    jit: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(path.join(found.bin, 'postgres'), ['-D', data, ...flags], {
    ...options,
    stdio: 'ignore',
  })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const stop = async (): Promise<void> => {
    server.kill('SIGQUIT')
    await exited
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    await answering(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

/** The folder of PostgreSQL's programs on this machine. */
export function installedPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))))
}

/** Gives a folder to the account that PostgreSQL's programs run under when this is root, and names that account. */
export function changeOwner(folder: string): { uid: number; gid: number } | undefined {
  const owner = isRoot ? unprivileged() : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return owner
}

function unprivileged(): { uid: number; gid: number } | undefined {
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = ['postgres', 'nobody'].map((name) => accounts.find((entry) => entry.startsWith(`${name}:`)))
  const [, , uid, gid] = (line.find((entry) => entry !== undefined) ?? '').split(':')
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/** Resolves once a server takes connections. */
export async function answering(url: string): Promise<void> {
  const deadline = Date.now() + startLimitMs
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await wait(50)
    }
  }
}
