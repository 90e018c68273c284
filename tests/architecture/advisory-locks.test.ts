import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { advisoryLocks } from '#server/db/advisory-locks.ts'
import { projectRoot } from '#server/db/project-root.ts'

test('every advisory lock has a number of its own, and all numbers are in one file', () => {
  const numbers: readonly number[] = Object.values(advisoryLocks)
  expect(new Set(numbers).size).toBe(numbers.length)
  const folder = path.join(projectRoot(), 'server')
  const elsewhere = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== path.join('db', 'advisory-locks.ts'))
    .filter((file) => /\b727_?\d{3}\b/.test(readFileSync(path.join(folder, file), 'utf8')))
  expect(elsewhere).toEqual([])
})
