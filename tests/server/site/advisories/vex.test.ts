import { expect, test } from 'vitest'
import advisories from './advisories.json' with { type: 'json' }
import { versionsOf } from './installed-versions.ts'
import { vexOf } from './vex.ts'

const vex = vexOf({ commit: 'abc', at: new Date('2026-11-29T00:00:00Z'), versionsOf })

test('every advisory of the list has its statement, under its name and its aliases', () => {
  const said = vex.statements.flatMap(({ vulnerability: { name, aliases = [] } }) => [name, ...aliases])
  const known = advisories.flatMap(({ id }) => id.split(' ')).filter((id) => /^(?:CVE|GHSA)-/.test(id))
  expect(new Set(said)).toEqual(new Set(known))
})

test('a mended fault names the installed version; one that cannot be reached says why, and its proof is a test', () => {
  const statementOf = (name: string) =>
    vex.statements.find(({ vulnerability }) => vulnerability.name === name)
  expect(statementOf('CVE-2025-61686')).toMatchObject({
    status: 'fixed',
    vulnerability: { aliases: ['GHSA-9583-h5hc-x8cw'] },
    products: [{ subcomponents: [{ '@id': expect.stringMatching(/^pkg:npm\/%40remix-run\/node@\d/) }] }],
  })
  expect(statementOf('CVE-2026-34077')).toMatchObject({
    status: 'not_affected',
    justification: 'inline_mitigations_already_exist',
    impact_statement: expect.stringContaining('8 levels'),
  })
})

test('no statement is of a package that is not installed', () => {
  const empty = vex.statements.filter(({ products }) =>
    products.some((each) => each.subcomponents.length === 0),
  )
  expect(empty.map(({ vulnerability }) => vulnerability.name)).toEqual([])
})
