import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseInUseError, parseHolder, readHolderText, writeHolderFile } from './holder.ts'

const intervalMs = 3000
/** Measured by this machine's clock alone: clocks of two machines differ. */
const staleMs = 5 * intervalMs

/**
 * Heartbeat for other machines on a shared disk: rewrites the holder file every 3 s. Returns the function that stops it.
 */
export function startHeartbeat(folder: string): () => Promise<void> {
  const writeBeat = () => writeHolderFile(folder, { kernel: kernel(), beat: new Date().toISOString() })
  const timer = setInterval(() => {
    try {
      writeBeat()
    } catch {
      // The disk is full: the next heartbeat may succeed.
    }
  }, intervalMs)
  timer.unref()
  writeBeat()
  return async () => clearInterval(timer)
}

/**
 * Waits until the holder file of another kernel had no heartbeat for 15 s; resolves at once when there is none, or it is of
 * this kernel, where claims are the proof.
 * @throws DatabaseInUseError when there is a heartbeat.
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

/** Boot id of this machine's kernel. */
function kernel(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return `process ${process.pid}`
  }
}
