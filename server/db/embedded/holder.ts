import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'

const holder = z.object({
  pid: z.int().positive(),
  startedAt: z.iso.datetime(),
  command: z.string(),
  /** Name of the machine or the container. */
  host: z.string().optional(),
})

/** The process that has the embedded database open. */
export type Holder = z.infer<typeof holder>

/** The embedded database is in use by another process, or by another connection of this one. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError'
  readonly holder: Holder | undefined

  constructor(folder: string, holder: Holder | undefined) {
    const who = holder
      ? `进程 ${holder.pid}（${holder.host === undefined ? '' : `主机或容器 ${holder.host}，`}${holder.command}，从 ${holder.startedAt} 起）`
      : '另一个没有回答的进程'
    super(`${folder} 里的嵌入式数据库正被${who}使用：同一时间只能有一个进程打开它，请先停止那一个`)
    this.holder = holder
  }
}

/** This process as a holder. */
export function thisProcess(): Holder {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()
  const command = ['node', ...process.argv.slice(1)].join(' ')
  return { pid: process.pid, startedAt, command, host: os.hostname() }
}

/** Parses a holder from a claim's answer or the holder file; undefined for an invalid text. */
export function parseHolder(text: string): Holder | undefined {
  try {
    return holder.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Writes the holder file, which names this process when it is too busy to answer. */
export function writeHolderFile(folder: string, more: Readonly<Record<string, string>> = {}): void {
  writeFileSync(holderFile(folder), JSON.stringify({ ...thisProcess(), ...more }), { mode: 0o600 })
}

/** The holder file's text; empty when there is none. */
export function readHolderText(folder: string): string {
  try {
    return readFileSync(holderFile(folder), 'utf8')
  } catch {
    return ''
  }
}

/** Removes the file at an orderly close. */
export function removeHolderFile(folder: string): void {
  rmSync(holderFile(folder), { force: true })
}

function holderFile(folder: string): string {
  return path.join(folder, 'holder.json')
}
