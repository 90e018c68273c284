import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundleSources } from '#server/db/embedded/bundle-sources.ts'
import { makeClaim } from '#server/db/embedded/claim.ts'
import { diskKindOf } from '#server/db/embedded/disk-kind.ts'
import { startHeartbeat, waitForOtherMachines } from '#server/db/embedded/heartbeat.ts'
import { lockFolder, type Release } from '#server/db/embedded/lock.ts'
import { projectRoot } from '#server/db/project-root.ts'
import { controlAddress } from '#server/services/operations/control-address.ts'
import { openControlSocket } from '#server/services/operations/control-socket.ts'

const bundled = bundleSources({
  'lock-program': path.join(projectRoot(), 'tests/support/database/lock-program.ts'),
})
const program = path.join(bundled, 'lock-program.js')
const node = [process.execPath, program]

/** Ways into what a container has of its own; each but the first needs rights that a machine may not give. */
const surroundings: readonly (readonly [string, readonly string[]])[] = [
  ['beside it', []],
  ['in a network namespace of its own', ['unshare', '-n']],
  ['in network, process and mount namespaces of its own', ['unshare', '-n', '-p', '-m', '--fork']],
  ['in a user namespace of its own', ['unshare', '-n', '-U', '--map-root-user']],
]
/** Why a way cannot be tried here; empty when it can. */
function whyNot(command: readonly string[]): string {
  const [name, ...words] = command
  if (name === undefined) return ''
  const tried = spawnSync(name, [...words, 'true'], { encoding: 'utf8' })
  return tried.status === 0 ? '' : tried.stderr.trim() || String(tried.error)
}

function makeFolder(inside = os.tmpdir()): string {
  const folder = mkdtempSync(path.join(inside, 'xuanxiao-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Ended = { code: number | null; said: string }

/** Starts the program; `printed` resolves with its first words on standard output. */
function start(words: readonly string[]) {
  const [name = '', ...args] = words
  const child = spawn(name, args, { cwd: projectRoot(), stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const hear = (text: string) => (said += text)
  child.stderr.setEncoding('utf8').on('data', hear)
  const printed = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => resolve(hear(text)))
    child.once('close', () => reject(new Error(said)))
  })
  printed.catch(() => undefined)
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, said })))
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, printed, ended }
}

test.for(surroundings)(
  'a second process %s is refused until the first one has released the lock',
  async ([, way], { skip }) => {
    const missing = whyNot(way)
    skip(missing !== '', `${way.join(' ')}: ${missing}`)
    const folder = makeFolder()
    const release = await lockFolder(folder)
    const second = await start([...way, ...node, 'hold', folder, '300']).ended
    expect(second).toMatchObject({ code: 1 })
    expect(second.said).toContain(`正被进程 ${process.pid}（主机或容器 ${os.hostname()}`)
    await release()
    const third = await start([...way, ...node, 'take', folder]).ended
    expect(third).toEqual({ code: 0, said: 'done\n' })
    expect(readdirSync(folder)).toEqual([])
  },
)

test('a bind mount and a symbolic link are the same folder, in namespaces of their own too', async ({
  skip,
}) => {
  const mounting = ['unshare', '-n', '-m', 'sh', '-c', 'mount --bind "$0" "$1" && shift && exec "$@"']
  const folder = makeFolder()
  const link = path.join(makeFolder(), 'link')
  symlinkSync(folder, link)
  const release = await lockFolder(folder)
  expect((await start([...node, 'hold', link]).ended).code).toBe(1)
  const place = makeFolder()
  const missing = whyNot(['unshare', '-n', '-m'])
  skip(missing !== '', missing)
  const second = await start([...mounting, folder, place, ...node, 'hold', place]).ended
  expect(second.code).toBe(1)
  expect(second.said).toContain('正被进程')
  await release()
})

test('another account on the machine is refused too', async ({ skip }) => {
  const way = ['unshare', '-n', 'runuser', '-u', 'nobody', '--']
  const missing = whyNot(way)
  skip(missing !== '', missing)
  const folder = makeFolder()
  chmodSync(folder, 0o777)
  const release = await lockFolder(folder)
  // What it loads must be readable to it as well: the folder of this checkout may not be.
  const readable = whyNot([...way, 'test', '-r', program]) === ''
  skip(!readable, 'the checkout is closed to other accounts')
  const second = await start([...way, ...node, 'hold', folder]).ended
  expect(second.code).toBe(1)
  expect(second.said).toContain('正被进程')
  await release()
})

test('of processes that start at once, here and in other namespaces, one at a time has the lock', async ({
  skip,
}) => {
  const missing = whyNot(['unshare', '-n'])
  skip(missing !== '', missing)
  const folder = makeFolder()
  const ways = [[], ['unshare', '-n'], ['unshare', '-n'], ['unshare', '-n', '-p', '--fork']]
  const all = ways.map((way) => start([...way, ...node, 'take', folder, '60000', '40']).ended)
  expect(await Promise.all(all)).toEqual(ways.map(() => ({ code: 0, said: 'done\n' })))
  expect(readdirSync(folder)).toEqual([])
}, 120_000)

test('the lock of a killed holder is released at once, also to another namespace', async ({ skip }) => {
  const missing = whyNot(['unshare', '-n'])
  skip(missing !== '', missing)
  const folder = makeFolder()
  for (const way of [[], ['unshare', '-n'], []]) {
    const holder = start([...way, ...node, 'hold', folder, '10000'])
    await holder.printed
    holder.child.kill('SIGKILL')
    await holder.ended
    expect(readdirSync(folder).filter((name) => name.endsWith('.sock'))).toHaveLength(1)
  }
  const release = await lockFolder(folder, { waitMs: 0 })
  expect(readdirSync(folder).filter((name) => name.endsWith('.sock'))).toHaveLength(1)
  await release()
}, 60_000)

test('a start waits for the end of the previous process', async () => {
  const folder = makeFolder()
  const old = start([...node, 'hold', folder])
  await old.printed
  old.child.kill('SIGTERM')
  const release = await lockFolder(folder)
  expect(await old.ended).toMatchObject({ code: 0 })
  await release()
})

test('a stopped holder retains the lock', async () => {
  const folder = makeFolder()
  const holder = start([...node, 'hold', folder])
  await holder.printed
  holder.child.kill('SIGSTOP')
  await expect(lockFolder(folder, { waitMs: 0 })).rejects.toThrow(`正被进程 ${holder.child.pid}`)
  holder.child.kill('SIGKILL')
  await holder.ended
  await (
    await lockFolder(folder)
  )()
})

test('a folder with a path longer than an address can be locked', async () => {
  const folder = path.join(makeFolder(), 'long'.repeat(30), 'longer'.repeat(20))
  mkdirSync(folder, { recursive: true })
  const claim = await makeClaim(folder)
  expect(await claim.isReachable()).toBe(true)
  const second = await start([...node, 'hold', folder]).ended
  expect(second).toMatchObject({ code: 1 })
  await claim.withdraw()
  expect(readdirSync(folder)).toEqual([])
})

test('a refused start leaves the control socket of the first one', async () => {
  const dataDir = makeFolder()
  const folder = path.join(dataDir, 'database')
  mkdirSync(folder)
  const release = await lockFolder(folder)
  const control = await openControlSocket({ dataDir, commands: new Map(), log: { error: () => undefined } })
  expect((await start([...node, 'hold', folder]).ended).code).toBe(1)
  await new Promise<void>((resolve, reject) => {
    const socket = net.connect(controlAddress(dataDir), () => resolve(void socket.destroy()))
    socket.on('error', reject)
  })
  await control.close()
  await release()
})

test('a network disk is refused', async ({ skip }) => {
  const folder = makeFolder()
  await expect(lockFolder(folder, { disk: 'network' })).rejects.toThrow('网络文件系统')
  expect(readdirSync(folder)).toEqual([])
  expect(diskKindOf(folder)).toBe('local')
  skip(process.platform !== 'linux', 'no /proc here')
  // No sockets can be made there.
  await expect(lockFolder('/proc/self/fd', { disk: 'local' })).rejects.toThrow('Unix 套接字')
})

test('on a shared disk the heartbeat of another machine retains the lock', async () => {
  const folder = makeFolder()
  const other = { pid: 7, startedAt: new Date().toISOString(), command: 'node main.js', host: 'other' }
  const holderFile = path.join(folder, 'holder.json')
  let beats = 0
  const beat = () =>
    writeFileSync(holderFile, JSON.stringify({ ...other, kernel: 'other', beat: (beats += 1) }))
  beat()
  const beating = setInterval(beat, 500)
  await expect(lockFolder(folder, { disk: 'unproven' })).rejects.toThrow('主机或容器 other')
  clearInterval(beating)
  // Of this kernel: the claims have proved that it is gone.
  const stop = startHeartbeat(folder)
  await waitForOtherMachines(folder)
  await stop()
  const release: Release = await lockFolder(folder, { disk: 'unproven' })
  await release()
  expect(readdirSync(folder)).toEqual([])
}, 20_000)
