import { expect, test } from 'vitest'
import { isEndOfLife } from '#server/process/node-release.ts'

test.each([
  ['20.20.2', '2026-04-30T12:00:00Z', false],
  ['20.20.2', '2026-05-01T12:00:00Z', true],
  ['22.22.0', '2026-11-28T12:00:00Z', false],
  ['24.11.0', '2026-11-28T12:00:00Z', false],
  ['21.7.3', '2026-01-01T00:00:00Z', true],
  ['18.20.8', '2026-01-01T00:00:00Z', true],
  ['26.1.0', '2029-01-01T00:00:00Z', false],
])('Node %s at %s: without security fixes is %s', (version, now, expected) => {
  expect(isEndOfLife(version, new Date(now))).toBe(expected)
})
