import { expect, test } from 'vitest'
import { createWordCheck, parseWordList, usualWords } from '#server/services/leads/word-check.ts'

const check = createWordCheck(usualWords)

test.each([
  ['有人说可以保录取，是真的吗？', ['违法交易']],
  ['刷 单，日 结', ['赌博诈骗']],
  ['加.微－信 聊聊', ['广告']],
  ['加ＱＱ聊聊', ['广告']],
  ['打我电话 138 0013-8000', ['手机号码']],
  ['孩子的证件是44030520180101001X', ['证件号码']],
])('%s is marked %s', (text, kinds) => {
  expect(check(text)).toEqual(kinds)
})

test.each([
  '校车到南山吗？',
  '2026 年学费 128000 元，含不含餐费？',
  '报名编号 202600112233445566778899 是什么意思？',
  '电话 0755-12345678 打不通',
])('%s is not marked', (text) => {
  expect(check(text)).toEqual([])
})

test('the list of an operator takes the place of the usual one; a line that is none is refused', () => {
  const own = createWordCheck(parseWordList('# 本站的词\n竞品：某某网, 别家\n\n'))
  expect(own('某-某 网好不好')).toEqual(['竞品'])
  expect(own('保录取')).toEqual([])
  expect(() => parseWordList('没有类别')).toThrow('没有类别')
  expect(() => parseWordList('竞品:')).toThrow('竞品')
})
