import { spawn } from 'node:child_process'
import path from 'node:path'
import { projectRoot } from '#server/db/project-root.ts'

/** Starts `build/process/main.js` with exactly these variables and resolves with its exit code and last words. */
export function refusedStart(
  variables: Readonly<Record<string, string>>,
): Promise<{ code: number | null; said: string }> {
  const root = projectRoot()
  const child = spawn(process.execPath, [path.join(root, 'build/process/main.js')], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', PORT: '0', ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}
