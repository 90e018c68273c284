import { expect, test } from 'vitest'
import { areWholeSyllables } from '#server/db/search/search-syllables.ts'

test.each([
  ['tinglan', true],
  ['xiangegongxue', true],
  ['aiyin', true],
  ['xian', true], // xi an, not the one syllable
  ['ming', false], // one syllable alone
  ['tingln', false],
  ['tinglang', true],
  ['tingl', false], // the last one is not whole
  ['jie', false], // ji and e: a vowel alone is no later syllable
  ['ama', true],
  ['a', false],
  ['harrow', false],
  ['', false],
])('whether %s is two whole syllables of pinyin at least: %s', (letters, isWhole) => {
  expect(areWholeSyllables(letters)).toBe(isWhole)
})
