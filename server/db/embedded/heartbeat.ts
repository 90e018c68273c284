import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseInUseError, parseHolder, readHolderText, writeHolderFile } from './holder.ts'

const intervalMs = 3000
/** Watched by this machine's clock alone: those of two machines differ. */
const staleMs = 5 * intervalMs

/**
 * A sign of life for other machines on a disk that they may share: the holder's file is written anew every 3 s. Returns
 * how to stop.
 */
export function startHeartbeat(folder: string): () => Promise<void> {
  const writeBeat = () => writeHolderFile(folder, { kernel: kernel(), beat: new Date().toISOString() })
  const timer = setInterval(() => {
    try {
      writeBeat()
    } catch {
      // A full disk: the next beat may come through.
    }
  }, intervalMs)
  timer.unref()
  writeBeat()
  return async () => clearInterval(timer)
}

/**
 * Resolves when the file of a holder on another kernel stood still for 15 s; at once when there is none, or it was of this
 * kernel, where the claims are the proof. Rejects with `DatabaseInUseError` when it beats.
 */
export async function waitForOtherMachines(folder: string): Promise<void> {
  const seen = readHolderText(folder)
  if (seen === '' || seen.includes(`"kernel":"${kernel()}"`)) return
  for (const until = Date.now() + staleMs; Date.now() < until;) {
    await wait(intervalMs / 3)
    const now = readHolderText(folder)
    if (now !== seen && now !== '') throw new DatabaseInUseError(folder, parseHolder(now))
  }
}

/** Names the running kernel of this machine, anew at each of its starts. */
function kernel(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return `process ${process.pid}`
  }
}
