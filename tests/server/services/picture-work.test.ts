import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { programFile } from '#server/db/embedded/program-file.ts'
import { cleanImage, inspectImage } from '#server/services/media/images/inspect-image.ts'
import {
  BusyError,
  pictureBytes,
  PictureError,
  workOnPicture,
} from '#server/services/media/images/picture-work.ts'
import { inventedPhoto } from '#tests/support/content/photo.ts'

const tick = () => new Promise((resolve) => setImmediate(resolve))

/** Numbers of the processes for pictures that this one has. */
function processesOfPictures(): number[] {
  try {
    const found = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'picture-process'], {
      encoding: 'utf8',
    })
    return found.trim().split('\n').map(Number)
  } catch {
    return []
  }
}

function processOfPictures(): number {
  const [pid, ...others] = processesOfPictures()
  if (pid === undefined || others.length > 0) throw new Error('there is not one process for pictures')
  return pid
}

test('a picture whose process is killed is worked on by the next one', async () => {
  const photo = await inventedPhoto(600, 600)
  await inspectImage(await inventedPhoto(20, 20))
  const before = processOfPictures()
  const cleaning = cleanImage(photo, { always: true })
  await tick()
  process.kill(before, 'SIGKILL')
  expect(await cleaning).toMatchObject({ image: { width: 600, height: 600 } })
  const after = processOfPictures()
  expect(after).not.toBe(before)
  process.kill(after, 'SIGKILL')
  await vi.waitUntil(() => processesOfPictures().length === 0)
  expect(await inspectImage(await inventedPhoto(30, 30))).toMatchObject({ width: 30 })
})

test('the process leaves signals to the server', async () => {
  const photo = await inventedPhoto(40, 40)
  await inspectImage(photo)
  const pid = processOfPictures()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid, signal)
  expect(await cleanImage(photo, { always: true })).toMatchObject({ image: { width: 40 } })
  expect(processesOfPictures()).toEqual([pid])
})

test('the process ends with the one that started it, however that ends', async () => {
  const file = programFile('picture-process', 'server/services/media/process/entry.ts')
  const starter = `const child = require('node:child_process').fork(${JSON.stringify(file)}, { execArgv: [], serialization: 'advanced' });
child.once('message', () => console.log(child.pid)); setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['-e', starter], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await once(parent.stdout, 'data')
  const pid = Number(String(printed))
  expect(isRunning(pid)).toBe(true)
  parent.kill('SIGKILL')
  await vi.waitUntil(() => !isRunning(pid), { timeout: 20_000 })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('only pictures of the five types reach the library, which reads no other', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const tiff = Buffer.from('49492a0008000000', 'hex')
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  for (const bytes of [svg, tiff, heic, Buffer.from('a'), Buffer.alloc(0)])
    expect(await inspectImage(bytes)).toBe('unknown')
  const task = { kind: 'render', original: tiff, width: 160, format: 'jpg' } as const
  await expect(workOnPicture('renditions', task, pictureBytes)).rejects.toThrow(PictureError)
})

test('one client has twenty tasks in the queue, others theirs', async () => {
  const bytes = await inventedPhoto(16, 16)
  const ask = (client: 'posters' | 'renditions') =>
    workOnPicture(client, { kind: 'render', original: bytes, width: 160, format: 'jpg' }, pictureBytes)
  const asked = await Promise.allSettled(
    [...Array<'renditions'>(25).fill('renditions'), 'posters' as const].map(ask),
  )
  const refused = asked.filter(({ status }) => status === 'rejected')
  expect(refused.map((one) => 'reason' in one && one.reason instanceof BusyError)).toEqual(
    Array(5).fill(true),
  )
  expect(asked.at(-1)?.status).toBe('fulfilled')
})
