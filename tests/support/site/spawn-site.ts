import { spawn, type ChildProcessByStdio } from 'node:child_process'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { projectRoot } from '#server/db/project-root.ts'
import nodeOptions from '#server/deploy/node-options.json' with { type: 'json' }
import { clockArguments, clockShift } from './run-clock.ts'

/**
 * Runs `build/process/main.js` as node-options.json says, on a free port, with exactly these variables besides, and on
 * the clock of this process unless told.
 */
export function spawnSite(
  variables: Readonly<Record<string, string>>,
  { detached = false, shiftMs = clockShift() } = {},
): ChildProcessByStdio<null, Readable, null> {
  const main = path.join(projectRoot(), 'build/process/main.js')
  return spawn(process.execPath, [...nodeOptions.flags, ...clockArguments(shiftMs), main], {
    cwd: projectRoot(),
    env: {
      ...nodeOptions.environment,
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: '0',
      // Tests ask for more codes within an hour than visitors of one site do.
      SMS_DAILY_LIMIT: '100000',
      // Most questions of tests are of nobody who is logged in.
      VERIFIED_QUESTIONS: 'off',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached,
  })
}
