import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseInUseError, parseHolder, thisProcess } from './holder.ts'

/**
 * The lock for systems without abstract sockets or named pipes (macOS, the BSDs): a file that is made whole or not
 * at all, and taken over when its process is gone. Throws `DatabaseInUseError` when it is alive.
 */
export function takePidFile(folder: string): () => Promise<void> {
  const lock = path.join(folder, 'lock')
  const mine = path.join(folder, `lock.${process.pid}`)
  writeFileSync(mine, JSON.stringify(thisProcess()), { mode: 0o600 })
  try {
    if (!linked(mine, lock)) {
      clearStale(folder, lock)
      if (!linked(mine, lock)) throw new DatabaseInUseError(folder, parseHolder(read(lock)))
    }
  } finally {
    rmSync(mine, { force: true })
  }
  return async () => rmSync(lock, { force: true })
}

function clearStale(folder: string, lock: string): void {
  const seen = read(lock)
  const holder = parseHolder(seen)
  if (holder && isAlive(holder.pid)) throw new DatabaseInUseError(folder, holder)
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return // Another process cleared it first.
  }
  // Between the look and the move a third process may have taken the lock: give it back its file.
  if (read(aside) !== seen) linked(aside, lock)
  rmSync(aside, { force: true })
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
