import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { operatorCommands } from '#server/cli/commands.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import { runCommand } from '#server/services/operations/operator-command.ts'
import { personalOfTests } from '../api/api.ts'

/** What a command said, and how it ended. */
export type Said = { exit: number; lines: string[] }

/** A folder with the given files, until the test ends. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'operator-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content)
  return folder
}

type Circumstances = {
  signal?: AbortSignal
  onLine?: (line: string) => void
  /** Where pictures are kept; default: a store of this call alone. */
  images?: ImageStore
  /** When it is called; default: now. */
  now?: Date
}

/** Gives a command to an open database, in a folder with the given files. */
export async function operate(
  connection: DatabaseConnection,
  args: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
  { signal = new AbortController().signal, onLine = (_line: string) => {}, images, now }: Circumstances = {},
): Promise<Said> {
  const [name = '', ...rest] = args
  const folder = folderWith(files)
  const command = operatorCommands(connection, folder, personalOfTests, images).get(name)
  if (command === undefined) throw new Error(`no command ${name}`)
  const lines: string[] = []
  const print = (line: string) => {
    lines.push(line)
    onLine(line)
  }
  return { exit: await runCommand(command, { args: rest, cwd: folder, print, signal, now }), lines }
}

/** Imports one file of schools; its name says what it is. */
export function importFile(
  connection: DatabaseConnection,
  name: string,
  content: string | Uint8Array,
): Promise<Said> {
  return operate(connection, ['import', name], { [name]: content })
}
