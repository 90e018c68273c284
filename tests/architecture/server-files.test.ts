import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/db/project-root.ts'
import { serverFiles, timedFiles } from '#tests/support/runner/server-files.ts'

test('every file of tests/server is in one list of its engines', () => {
  const files = readdirSync(path.join(projectRoot(), 'tests/server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('many/'))
    .map((file) => file.replace('.test.ts', ''))
  const rule =
    'Each in one list of tests/support/runner/server-files.ts. A new file belongs to `embedded`; to `postgres` if clients do something at the same time; to `noServer` if it asks no database; to `both` if engines may differ.'
  expect(Object.values(serverFiles).flat().toSorted(), rule).toEqual(files.toSorted())
})

test('what measures time meets no PostgreSQL server', () => {
  expect(timedFiles.filter((name) => !serverFiles.noServer.includes(name))).toEqual([])
})
