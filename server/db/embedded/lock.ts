import { createHash } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import net from 'node:net'
import {
  DatabaseInUseError,
  parseHolder,
  readHolderFile,
  removeHolderFile,
  thisProcess,
  writeHolderFile,
} from './holder.ts'
import type { Holder } from './holder.ts'
import { takePidFile } from './pid-file.ts'

/** Gives the lock back. The kernel does the same when the process dies in any way. */
export type Release = () => Promise<void>

const answerLimitMs = 2000

/**
 * Takes the exclusive lock of a database folder, which must exist, before anything in it is opened: two engines on
 * one folder destroy each other's rows without a word. Rejects with `DatabaseInUseError`, which names the holder.
 * The lock does not reach into another container that shares the volume.
 */
export async function lockFolder(folder: string): Promise<Release> {
  const address = lockAddress(folder)
  const release = address === undefined ? takePidFile(folder) : await listenOn(address, folder)
  writeHolderFile(folder)
  return async () => {
    removeHolderFile(folder)
    await release()
  }
}

/** An address whose listener is unique on this machine and vanishes with its process, where the system has such. */
function lockAddress(folder: string): string | undefined {
  if (process.platform === 'linux') {
    const { dev, ino } = statSync(folder, { bigint: true })
    return `\0xuanxiao-database-${dev}-${ino}`
  }
  if (process.platform === 'win32') {
    const id = createHash('sha256').update(realpathSync(folder).toLowerCase()).digest('hex').slice(0, 32)
    return `\\\\.\\pipe\\xuanxiao-database-${id}`
  }
  return undefined
}

async function listenOn(address: string, folder: string): Promise<Release> {
  const holder = JSON.stringify(thisProcess())
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(holder)
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(address, resolve)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new DatabaseInUseError(folder, (await askHolder(address)) ?? readHolderFile(folder))
    }
    throw error
  }
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function askHolder(address: string): Promise<Holder | undefined> {
  return new Promise((resolve) => {
    let text = ''
    const socket = net.connect(address)
    socket.setTimeout(answerLimitMs, () => socket.destroy())
    socket.setEncoding('utf8').on('data', (part: string) => (text += part))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(parseHolder(text)))
  })
}
