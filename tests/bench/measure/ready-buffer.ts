import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/db/project-root.ts'
import { wireBytes } from '#tests/support/pages/wire-bytes.ts'
import { startReference, type Reference } from './start-reference.ts'

/** Starts a bare node:http server that answers with the bytes that a site sends for a page, after work of so many ms. */
export async function startReadyBuffer(page: string, workMs = 0): Promise<Reference> {
  const folder = path.join(projectRoot(), '.cache/bench')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'page.br')
  writeFileSync(file, await wireBytes(page))
  return startReference('ready-buffer.mjs', [file, String(workMs)])
}
