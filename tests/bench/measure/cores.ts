import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'

/** The cores of a measurement: the server has one for itself, what asks it another. */
const cores = { server: 0, load: 1 } as const

const canPin = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0

/** Said beside figures that were taken without. */
export const pinning = canPin ? 'each on a core of its own' : 'cores not pinned: no taskset, or one core'

/** Keeps a running process, all its threads included, on the server's core. */
export function pinToServerCore(pid: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', String(cores.server), String(pid)])
}

/** A command that runs on the core of what asks. */
export function onLoadCore(command: readonly string[]): string[] {
  return canPin ? ['taskset', '-c', String(cores.load), ...command] : [...command]
}
