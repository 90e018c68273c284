import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const meta = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../server/db/migrations/meta')

/** The part of drizzle-kit's journal that names the migrations. */
type Journal = { entries: { idx: number }[] }

test('only the snapshot of the last migration is kept: the next migration is compared with that one alone', () => {
  const { entries }: Journal = JSON.parse(readFileSync(path.join(meta, '_journal.json'), 'utf8'))
  const last = String(Math.max(...entries.map(({ idx }) => idx))).padStart(4, '0')
  expect(readdirSync(meta).toSorted()).toEqual([`${last}_snapshot.json`, '_journal.json'])
})
