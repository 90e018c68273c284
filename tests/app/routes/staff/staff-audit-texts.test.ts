import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { commandText, recordText } from '#app/staff/routes/audit/audit-texts.ts'

const server = path.resolve('server')
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(path.join(server, file), 'utf8'))

/** What stands at a place of the sources, once each. */
const found = (pattern: RegExp) => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, word = '']) => word))),
]

test('every command that the server records has Chinese words', () => {
  const commands = found(/\bcommand: '([a-z][^'$]*)'/g)
  expect(commands.length).toBeGreaterThan(40)
  expect(commands.filter((command) => commandText(command) === command)).toEqual([])
})

test.each(['kiosk pair', 'kiosk undo', 'kiosk wipe', 'sample'])(
  'the operator’s command %s has Chinese words',
  (command) => {
    expect(commandText(command)).toMatch(/（命令）$/)
  },
)

test('every kind of record has a Chinese name', () => {
  const kinds = found(/\brecord: `([a-z_]+):/g)
  expect(kinds.length).toBeGreaterThan(8)
  expect(kinds.filter((kind) => recordText(`${kind}:1`) === `${kind} 1`)).toEqual([])
})
