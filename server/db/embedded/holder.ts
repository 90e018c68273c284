import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const holder = z.object({ pid: z.int().positive(), startedAt: z.iso.datetime(), command: z.string() })

/** The process that has the embedded database open. */
export type Holder = z.infer<typeof holder>

/** A second process, or a second connection of the same one, wants the embedded database. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError'
  readonly holder: Holder | undefined

  constructor(folder: string, holder: Holder | undefined) {
    const who = holder
      ? `process ${holder.pid} (${holder.command}), running since ${holder.startedAt}`
      : 'another process that does not answer'
    super(`the embedded database in ${folder} is in use by ${who}: stop it first`)
    this.holder = holder
  }
}

/** This process, as the message of another one will name it. */
export function thisProcess(): Holder {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()
  return { pid: process.pid, startedAt, command: ['node', ...process.argv.slice(1)].join(' ') }
}

/** Reads a holder from the text that the lock or the holder file gave; `undefined` when it is not one. */
export function parseHolder(text: string): Holder | undefined {
  try {
    return holder.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Leaves this process's name beside the database, for a holder that is too busy to answer. */
export function writeHolderFile(folder: string): void {
  writeFileSync(holderFile(folder), JSON.stringify(thisProcess()), { mode: 0o600 })
}

/** The process that the file names; it may have died since. */
export function readHolderFile(folder: string): Holder | undefined {
  try {
    return parseHolder(readFileSync(holderFile(folder), 'utf8'))
  } catch {
    return undefined
  }
}

/** Removes the file at an orderly close. */
export function removeHolderFile(folder: string): void {
  rmSync(holderFile(folder), { force: true })
}

function holderFile(folder: string): string {
  return path.join(folder, 'holder.json')
}
