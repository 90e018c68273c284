import net from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { describeFailure } from '#server/db/failure.ts'
import { controlAddress, placeControlSocket } from './control-address.ts'
import { runCommand } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/**
 * Protocol of the control socket, by which commands reach the process that holds the embedded database: a socket in its
 * data folder that only the folder's owner can open. The request is one JSON line; the response is JSON lines, the last
 * one with the exit code.
 */

const request = z.object({
  command: z.string(),
  args: z.array(z.string()),
  cwd: z.string(),
  /** The caller's account name, unverified: only the folder's owner can connect. */
  operator: z.string().max(100).optional(),
})
const answer = z.union([z.object({ print: z.string() }), z.object({ exit: z.int() })])

/** A request to run a command. */
export type ControlRequest = z.infer<typeof request>

const longestLine = 64 * 1024
const closeWithinMs = 3000

type Options = {
  dataDir: string
  commands: ReadonlyMap<string, OperatorCommand>
  log: { error: (details: object, message: string) => void }
}

/**
 * Opens the control socket of a running process. Resolves with its closer, which aborts running commands and waits up
 * to 3 s for them.
 */
export async function openControlSocket({
  dataDir,
  commands,
  log,
}: Options): Promise<{ close: () => Promise<void> }> {
  const clients = new Map<net.Socket, Promise<void>>()
  const server = net.createServer((client) => {
    const served = serve(client, commands, log).catch((error: unknown) => {
      log.error({ failure: describeFailure(error) }, 'operator command not understood')
      client.destroy()
    })
    clients.set(client, served)
    client.on('close', () => clients.delete(client))
  })
  const remove = await placeControlSocket(
    dataDir,
    (address) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(address, resolve)
      }),
  )
  return {
    async close() {
      const running = Promise.all(clients.values())
      for (const client of clients.keys()) client.destroy()
      const late = new AbortController()
      await Promise.race([
        running,
        wait(closeWithinMs, undefined, { signal: late.signal }).catch(() => undefined),
      ])
      late.abort()
      server.close()
      remove()
    },
  }
}

async function serve(
  client: net.Socket,
  commands: ReadonlyMap<string, OperatorCommand>,
  log: Options['log'],
): Promise<void> {
  const gone = new AbortController()
  client.on('close', () => gone.abort())
  client.on('error', () => gone.abort())
  const { command, args, cwd, operator } = request.parse(JSON.parse(await firstLine(client)))
  const say = (line: z.infer<typeof answer>) => {
    if (client.writable) client.write(`${JSON.stringify(line)}\n`)
  }
  const run = commands.get(command)
  if (run === undefined) {
    say({ print: `没有命令 ${command}` })
    say({ exit: 2 })
  } else {
    const call = { args, cwd, operator, print: (print: string) => say({ print }), signal: gone.signal }
    const exit = await runCommand(run, call, (error) => {
      log.error({ command, failure: describeFailure(error) }, 'operator command failed')
    })
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
 * Runs a command in the process that serves a data folder; when the signal aborts, the command is aborted there.
 * Resolves with the exit code, or undefined when no process listens.
 */
export async function callControlSocket(
  dataDir: string,
  asked: ControlRequest,
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const client = await connect(controlAddress(dataDir))
  if (client === undefined) return undefined
  client.write(`${JSON.stringify(asked)}\n`)
  signal?.addEventListener('abort', () => client.destroy(), { once: true })
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
  if (!finished) print(signal?.aborted === true ? '已中止' : '运行中的进程没有答完就断开了')
  return exit
}

function connect(address: string): Promise<net.Socket | undefined> {
  return new Promise((resolve) => {
    const client = net.connect(address)
    client.once('connect', () => resolve(client))
    client.once('error', () => resolve(undefined))
  })
}
