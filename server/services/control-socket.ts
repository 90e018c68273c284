import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { OperatorCommand } from './operator-command.ts'

/**
 * How commands reach the process that holds the embedded database: a socket in its data folder that only the
 * folder's owner can open. One JSON line asks, JSON lines answer, the last one holds the exit code.
 */

const request = z.object({ command: z.string(), args: z.array(z.string()), cwd: z.string() })
const answer = z.union([z.object({ print: z.string() }), z.object({ exit: z.int() })])

/** What a command asks for. */
export type ControlRequest = z.infer<typeof request>

const longestSocketPath = 100
const longestLine = 64 * 1024

type Options = {
  dataDir: string
  commands: ReadonlyMap<string, OperatorCommand>
  log: { error: (details: object, message: string) => void }
}

/** Opens the socket of a running process. Resolves with the way to close it. */
export async function openControlSocket({
  dataDir,
  commands,
  log,
}: Options): Promise<{ close: () => Promise<void> }> {
  const address = newAddress(dataDir)
  const clients = new Set<net.Socket>()
  const server = net.createServer((client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    serve(client, commands).catch((error: unknown) => {
      log.error({ err: error }, 'operator command failed')
      client.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
  chmodSync(address, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          rmSync(pointerIn(dataDir), { force: true })
          resolve()
        })
        for (const client of clients) client.destroy()
      }),
  }
}

async function serve(client: net.Socket, commands: ReadonlyMap<string, OperatorCommand>): Promise<void> {
  const gone = new AbortController()
  client.on('close', () => gone.abort())
  client.on('error', () => gone.abort())
  const { command, args, cwd } = request.parse(JSON.parse(await firstLine(client)))
  const say = (line: z.infer<typeof answer>) => {
    if (client.writable) client.write(`${JSON.stringify(line)}\n`)
  }
  const run = commands.get(command)
  if (run === undefined) {
    say({ print: `没有命令 ${command}` })
    say({ exit: 2 })
  } else {
    const exit = await run({ args, cwd, print: (print) => say({ print }), signal: gone.signal })
    say({ exit })
  }
  client.end()
}

function firstLine(client: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    client.setEncoding('utf8')
    client.on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
      else if (text.length > longestLine) reject(new Error('the request is too long'))
    })
    client.on('end', () => reject(new Error('the request has no end')))
  })
}

/**
 * Asks the process that serves a data folder to run a command.
 * Resolves with the exit code, or undefined when no process listens there.
 */
export async function callControlSocket(
  dataDir: string,
  asked: ControlRequest,
  print: (line: string) => void,
): Promise<number | undefined> {
  const client = await connect(addressOf(dataDir))
  if (client === undefined) return undefined
  client.write(`${JSON.stringify(asked)}\n`)
  let exit = 1
  let finished = false
  for await (const line of createInterface({ input: client })) {
    const said = answer.parse(JSON.parse(line))
    if ('print' in said) print(said.print)
    else {
      finished = true
      exit = said.exit
    }
  }
  if (!finished) print('运行中的进程没有答完就断开了')
  return exit
}

function connect(address: string): Promise<net.Socket | undefined> {
  return new Promise((resolve) => {
    const client = net.connect(address)
    client.once('connect', () => resolve(client))
    client.once('error', () => resolve(undefined))
  })
}

const pointerIn = (dataDir: string) => path.join(dataDir, 'control.path')
const usualAddress = (dataDir: string) => path.resolve(dataDir, 'control.sock')

/** The kernel cuts socket paths at 108 bytes: a long data folder points to a socket in a short folder of its own. */
function newAddress(dataDir: string): string {
  const usual = usualAddress(dataDir)
  if (Buffer.byteLength(usual) <= longestSocketPath) {
    rmSync(usual, { force: true })
    return usual
  }
  const address = path.join(mkdtempSync(path.join(os.tmpdir(), 'xx-')), 's')
  writeFileSync(pointerIn(dataDir), address, { mode: 0o600 })
  return address
}

function addressOf(dataDir: string): string {
  const pointer = pointerIn(dataDir)
  return existsSync(pointer) ? readFileSync(pointer, 'utf8') : usualAddress(dataDir)
}
