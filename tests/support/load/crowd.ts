import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'

const counted = z.object({
  /** Answers with 200, and refusals with 503. */
  good: z.number(),
  refused: z.number(),
  /** Refusals that do not say when to come again. */
  retryless: z.number(),
  /** Other statuses and broken connections, by name. */
  others: z.record(z.string(), z.number()),
  /** Times in ms. */
  goodP99: z.number(),
  refusedP95: z.number(),
  seconds: z.number(),
})

/** What came back to a crowd. */
export type Counted = z.infer<typeof counted>

let asked = 1_000_000

/**
 * Lets a crowd ask for pages that nobody asked for before: `*` in the address is another number each time. Each of the
 * connections asks again at once, unless so many requests per second are wanted from all together.
 */
export async function sendCrowd(
  address: string,
  { connections, seconds, perSecond = 0 }: { connections: number; seconds: number; perSecond?: number },
): Promise<Counted> {
  const program = path.join(projectRoot(), 'tests/support/load/crowd-program.mjs')
  const given = [address, connections, perSecond, seconds, asked].map(String)
  asked += 1_000_000
  const child = spawn(process.execPath, [program, ...given], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (part: Buffer) => (text += part.toString()))
  await once(child, 'close')
  return counted.parse(JSON.parse(text))
}
