import { randomBytes } from 'node:crypto'
import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { parseHolder, thisProcess, type Holder } from './holder.ts'

/**
 * Lock claim on a folder: a listening Unix socket in it, with a unique name. It is renamed into place when it already
 * listens and is never reused, so that any process may remove a socket without a listener at any time.
 */
export type Claim = {
  readonly id: string
  /** Whether a connection to its path reaches this process; not every file system allows that. */
  readonly isReachable: () => Promise<boolean>
  /** The live claims of other processes; removes the dead ones. */
  readonly others: () => Promise<OtherClaim[]>
  /** Announces from now on that this claim holds the folder. */
  readonly announce: () => void
  readonly withdraw: () => Promise<void>
}

/** Another process's claim; one that does not answer counts as holding. */
export type OtherClaim = { holds: boolean; id: string; holder: Holder | undefined }

type ClaimAnswer = OtherClaim & { isConnected: boolean }

const claimName = /^lock-([\da-f]{24})\.sock$/
/** Kernels limit the path of a socket to 108 bytes, some to 104. */
const longestSocketPath = 100
const answerLimitMs = 2000
const claimAnswer = z.object({ id: z.string(), holds: z.boolean() })

/** Makes a claim. Rejects when the folder takes no sockets. */
export async function makeClaim(folder: string): Promise<Claim> {
  const id = randomBytes(12).toString('hex')
  const own = `lock-${id}.sock`
  const draft = `lock-${id}.new`
  let isAnnounced = false
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(JSON.stringify({ ...thisProcess(), id, holds: isAnnounced }), () => socket.destroy())
  })
  const withdraw = async () => {
    rmSync(path.join(folder, own), { force: true })
    rmSync(path.join(folder, draft), { force: true })
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  try {
    await withSocketAddress(folder, draft, (address) => listen(server, address))
    // Every process with access to the folder may query the claim.
    chmodSync(path.join(folder, draft), 0o666)
    renameSync(path.join(folder, draft), path.join(folder, own))
  } catch (error) {
    await withdraw()
    throw error
  }
  server.unref()
  return {
    id,
    isReachable: async () => (await query(folder, own))?.isConnected === true,
    others: () => livingClaims(folder, own),
    announce: () => (isAnnounced = true),
    withdraw,
  }
}

async function livingClaims(folder: string, own: string): Promise<OtherClaim[]> {
  const names = readdirSync(folder).filter((name) => claimName.test(name) && name !== own)
  const found = await Promise.all(
    names.map(async (name) => {
      const living = await query(folder, name)
      if (living === undefined) rmSync(path.join(folder, name), { force: true })
      return living ?? []
    }),
  )
  return found.flat()
}

/** Removes drafts of processes that were killed while making a claim; a process that is making one retries. */
export function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/^lock-[\da-f]{24}\.new$/.test(name)) rmSync(path.join(folder, name), { force: true })
  }
}

/** Queries a claim; undefined when nothing listens. Any failure that does not prove this counts as a live holder. */
async function query(folder: string, name: string): Promise<ClaimAnswer | undefined> {
  const silent: OtherClaim = { holds: true, id: claimName.exec(name)?.[1] ?? '', holder: undefined }
  return withSocketAddress(
    folder,
    name,
    (address) =>
      new Promise((resolve) => {
        let text = ''
        let dead = false
        let isConnected = false
        const socket = net.connect(address)
        socket.on('connect', () => (isConnected = true))
        socket.setTimeout(answerLimitMs, () => socket.destroy())
        socket.setEncoding('utf8').on('data', (part: string) => (text += part))
        socket.on('error', (error) => {
          dead = 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT')
          socket.destroy()
        })
        socket.on('close', () => resolve(dead ? undefined : { ...silent, ...parseAnswer(text), isConnected }))
      }),
  )
}

function parseAnswer(text: string): Partial<OtherClaim> {
  try {
    return { ...claimAnswer.parse(JSON.parse(text)), holder: parseHolder(text) }
  } catch {
    return {}
  }
}

function listen(server: net.Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
}

/** Calls `use` with an address of a socket, short enough for the kernel however long the folder's path is. */
async function withSocketAddress<T>(
  folder: string,
  name: string,
  use: (address: string) => Promise<T>,
): Promise<T> {
  const plain = path.join(folder, name)
  if (Buffer.byteLength(plain) <= longestSocketPath) return use(plain)
  const handle = await open(folder, 'r')
  return use(`/proc/self/fd/${handle.fd}/${name}`).finally(() => handle.close())
}
