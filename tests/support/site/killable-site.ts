import { addressIn } from './address-in.ts'
import { spawnSite } from './spawn-site.ts'

/** A running process of the product that can be killed in the middle of its work. */
export type KillableSite = {
  readonly url: string
  readonly pid: number
  /** The lines of its log so far. */
  readonly log: readonly string[]
  /** Resolves to its exit code once it has ended. */
  readonly ended: Promise<number | null>
  /** Ends it by a signal (SIGKILL when left out), alone or with what it started, and waits for its end. */
  readonly kill: (whom: 'alone' | 'family', signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** Starts `build/process/main.js` on a free port with exactly these variables besides. */
export async function startKillableSite(variables: Readonly<Record<string, string>>): Promise<KillableSite> {
  const child = spawnSite(variables, { detached: true })
  const { pid } = child
  if (pid === undefined) throw new Error('the site did not start')
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const log: string[] = []
  return {
    url: await addressIn(child.stdout, log),
    pid,
    log,
    ended,
    async kill(whom, signal = 'SIGKILL') {
      process.kill(whom === 'family' ? -pid : pid, signal)
      await ended
    },
  }
}
