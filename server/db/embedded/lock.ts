import { createHash } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { makeClaim, removeDrafts, type Claim, type OtherClaim } from './claim.ts'
import { diskKindOf, type DiskKind } from './disk-kind.ts'
import { startHeartbeat, waitForOtherMachines } from './heartbeat.ts'
import {
  DatabaseInUseError,
  parseHolder,
  readHolderText,
  removeHolderFile,
  thisProcess,
  writeHolderFile,
} from './holder.ts'
import type { Holder } from './holder.ts'

/** Releases the lock; the kernel does so when the process dies. */
export type Release = () => Promise<void>

type Options = {
  /** Wait for a holder that is shutting down, in ms. */
  waitMs?: number
  /** What the folder is on, when it is known already. */
  disk?: DiskKind
}

const answerLimitMs = 2000
const pauseMs = 50

/** The embedded database cannot be locked where it is. */
class UnlockableDiskError extends Error {
  override readonly name = 'UnlockableDiskError'
}

/**
 * Takes the exclusive lock of a database folder, which must exist, before anything in it is opened: two engines on
 * one folder corrupt each other's rows. The lock holds for all processes on one kernel, in whatever
 * container, namespace or mount. Rejects with `DatabaseInUseError`, which names the holder, and with
 * `UnlockableDiskError` on a file system that other machines may write to unseen.
 */
export async function lockFolder(
  folder: string,
  { waitMs = 3000, disk = diskKindOf(folder) }: Options = {},
): Promise<Release> {
  if (disk === 'network') {
    throw new UnlockableDiskError(
      `${folder} 在网络文件系统上，那里的锁看不到别的机器，嵌入式数据库会被写坏：请把 DATA_DIR 放到本机磁盘，或设置 DATABASE_URL 使用 PostgreSQL`,
    )
  }
  const until = Date.now() + waitMs
  const releases: Release[] = []
  const release = async () => {
    for (const each of releases.toReversed()) await each()
  }
  try {
    const address = lockAddress(folder)
    if (address !== undefined) releases.push(await listenOn(address, folder, until))
    if (process.platform !== 'win32') {
      const claim = await winClaim(folder, until)
      releases.push(claim.withdraw)
      claim.announce()
      removeDrafts(folder)
    }
    if (disk === 'unproven') await waitForOtherMachines(folder)
    writeHolderFile(folder)
    releases.push(async () => removeHolderFile(folder))
    if (disk === 'unproven') releases.push(startHeartbeat(folder))
  } catch (error) {
    await release()
    throw error
  }
  return release
}

/**
 * Makes the only live claim. Each process makes its own before it queries the others, so of two at least the later one sees
 * the other: both can never win. Of two that are starting the smaller id wins, and a claim that holds always wins.
 */
async function winClaim(folder: string, until: number): Promise<Claim> {
  let other: OtherClaim | undefined
  do {
    const claim = await claimIn(folder)
    if (claim !== undefined) {
      try {
        for (;;) {
          const others = await claim.others()
          if (others.length === 0) return claim
          other = others.find(({ holds }) => holds) ?? others.find(({ id }) => id < claim.id)
          if (other !== undefined || Date.now() > until) break
          await wait(pauseMs)
        }
      } catch (error) {
        await claim.withdraw()
        throw error
      }
      await claim.withdraw()
    }
    await wait(pauseMs)
  } while (Date.now() <= until)
  throw new DatabaseInUseError(folder, other?.holder ?? parseHolder(readHolderText(folder)))
}

/** A claim that others can reach; undefined when a holder cleared it away while it was made. */
async function claimIn(folder: string): Promise<Claim | undefined> {
  let claim: Claim
  try {
    claim = await makeClaim(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (code === 'ENOENT') return undefined
    throw new UnlockableDiskError(
      code === 'ENOSPC'
        ? `磁盘已满：不能在 ${folder} 里建立数据库的锁`
        : `不能在 ${folder} 里建立数据库的锁（${code}）：这个文件夹必须可以写入，所在的文件系统要支持 Unix 套接字`,
      { cause: error },
    )
  }
  if (await claim.isReachable()) return claim
  await claim.withdraw()
  throw new UnlockableDiskError(
    `${folder} 所在的文件系统不传递 Unix 套接字，数据库的锁在那里不可靠：请把 DATA_DIR 放到本机磁盘，或设置 DATABASE_URL 使用 PostgreSQL`,
  )
}

/**
 * An address whose listener is unique in this network namespace and vanishes with its process, where the system has such.
 * On Linux it keeps out builds that made no claim; on Windows it is the whole lock.
 */
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

async function listenOn(address: string, folder: string, until: number): Promise<Release> {
  for (;;) {
    const server = net.createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(JSON.stringify(thisProcess()))
    })
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(address, resolve)
      })
      server.unref()
      return () => new Promise((resolve) => server.close(() => resolve()))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
      if (Date.now() > until) {
        throw new DatabaseInUseError(
          folder,
          (await askHolder(address)) ?? parseHolder(readHolderText(folder)),
        )
      }
    }
    await wait(pauseMs)
  }
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
