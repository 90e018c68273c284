import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { documentStyle } from '#app/remix/document-style.server.ts'
import { projectRoot } from '#server/db/project-root.ts'

test('a style sheet that could not be read once is read again for the next page', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'styles-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.stubEnv('DEV', false)
  onTestFinished(() => void vi.unstubAllEnvs())
  const file = path.join(folder, 'page.css')
  // As the built pages do it: from the folder beside the module's.
  const href = `/${path.relative(path.join(projectRoot(), 'app/client'), file)}`
  await expect(documentStyle([href])).rejects.toThrow('ENOENT')
  writeFileSync(file, 'body{margin:0}')
  expect(await documentStyle([href])).toBe('body{margin:0}')
  rmSync(file)
  expect(await documentStyle([href])).toBe('body{margin:0}')
})
