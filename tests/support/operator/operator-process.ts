import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '#server/db/project-root.ts'
import { clockArguments, clockShift } from '../site/run-clock.ts'

/** A command that runs in a process of its own, as `npm run` starts it. */
export type OperatorProcess = {
  /** Resolves with the first line that matches; rejects when the process ends before. */
  said: (line: RegExp) => Promise<string>
  /** Resolves with the exit code, or the signal, once it has ended. */
  ended: Promise<number | NodeJS.Signals>
  lines: readonly string[]
  /** Of the process, while it runs. */
  pid: number | undefined
  kill: (signal: NodeJS.Signals) => void
}

/** Starts a command as an operator in `cwd` would, with the given settings alone; another site may run in the checkout. */
export function startCommand(
  args: readonly string[],
  cwd: string,
  settings: Readonly<Record<string, string>>,
): OperatorProcess {
  const root = projectRoot()
  const program = [...clockArguments(clockShift()), path.join(root, 'build/process/cli.js')]
  const child = spawn(process.execPath, [...program, ...args, '--yes'], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', INIT_CWD: cwd, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const output = createInterface({ input: child.stdout })
  output.on('line', (line) => lines.push(line))
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code ?? -1))
  })
  return {
    lines,
    pid: child.pid,
    ended,
    kill: (signal) => void child.kill(signal),
    said: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.find((line) => wanted.test(line))
          if (found !== undefined) resolve(found)
        }
        output.on('line', look)
        look()
        void ended.then((how) => reject(new Error(`the command ended (${how}): ${lines.join('\n')}`)))
      }),
  }
}
