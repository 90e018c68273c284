import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { projectRoot } from '#server/db/project-root.ts'
import { addressIn } from '#tests/support/site/address-in.ts'
import { pinToServerCore } from './cores.ts'

/** A server to compare with. */
export type Reference = { url: string; stop: () => Promise<void> }

/** Starts one of the programs in `references` on the server's core. */
export async function startReference(program: string, args: readonly string[]): Promise<Reference> {
  const file = path.join(projectRoot(), 'tests/bench/references', program)
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressIn(child.stdout)
  if (child.pid !== undefined) pinToServerCore(child.pid)
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
