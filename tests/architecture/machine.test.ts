import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'

const machine = path.join(projectRoot(), 'tests/machine')
const about = z
  .record(z.string(), z.array(z.string()).min(1))
  .parse(JSON.parse(readFileSync(path.join(machine, 'about.json'), 'utf8')))

test('every folder of tests/machine but the proofs names what it is about', () => {
  const folders = readdirSync(machine).filter((name) => !name.endsWith('.json') && name !== 'proofs')
  expect(Object.keys(about).toSorted()).toEqual(folders.toSorted())
})

test('what a folder of tests/machine is about is there', () => {
  const gone = Object.values(about)
    .flat()
    .filter((place) => !existsSync(path.join(projectRoot(), place)))
  expect(gone).toEqual([])
})
