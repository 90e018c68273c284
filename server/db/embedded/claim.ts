import { randomBytes } from 'node:crypto'
import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { parseHolder, thisProcess, type Holder } from './holder.ts'

/**
 * A claim on a folder is a listening socket in it, under a name that is never used twice. It appears already listening
 * and cannot come back to life, so that one nobody listens on may be removed by anybody at any time.
 */
export type Claim = {
  readonly id: string
  /** Whether a connection to its path comes back here, as the file system must allow. */
  readonly isReachable: () => Promise<boolean>
  /** The living claims of others now; removes the dead ones. */
  readonly others: () => Promise<OtherClaim[]>
  /** From now on it tells others that it holds the folder. */
  readonly announce: () => void
  readonly withdraw: () => Promise<void>
}

/** Somebody else's claim; one that does not answer counts as holding. */
export type OtherClaim = { holds: boolean; id: string; holder: Holder | undefined }

type ClaimAnswer = OtherClaim & { isConnected: boolean }

const claimName = /^lock-([\da-f]{24})\.sock$/
/** The kernel cuts the path of a socket at 108 bytes, some at 104. */
const longestSocketPath = 100
const answerLimitMs = 2000
const claimAnswer = z.object({ id: z.string(), holds: z.boolean() })

/** Makes a claim. Rejects when the folder takes no sockets. */
export async function makeClaim(folder: string): Promise<Claim> {
  const id = randomBytes(12).toString('hex')
  const own = `lock-${id}.sock`
  const draft = `lock-${id}.new`
  let holds = false
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(JSON.stringify({ ...thisProcess(), id, holds }), () => socket.destroy())
  })
  const withdraw = async () => {
    rmSync(path.join(folder, own), { force: true })
    rmSync(path.join(folder, draft), { force: true })
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  try {
    await withSocketAddress(folder, draft, (address) => listen(server, address))
    // Whoever may enter the folder may tell a living claim from a dead one.
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
    announce: () => (holds = true),
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

/** Removes what a process left that was killed while it made its claim; others that are making one try again. */
export function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/^lock-[\da-f]{24}\.new$/.test(name)) rmSync(path.join(folder, name), { force: true })
  }
}

/** What a claim says; undefined when nobody listens. Any failure that does not prove this counts as a living holder. */
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

/** Gives the address of a socket in a folder whose own path may be longer than an address. */
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
