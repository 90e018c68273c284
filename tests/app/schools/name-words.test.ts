import { expect, test } from 'vitest'
import { nameWords, shortWords } from '#app/schools/name-words.ts'

test.each([
  ['深圳市南山区香山里外国语学校', '深圳市|南山区|香山里|外国语学校'],
  ['弦歌师范大学附属匠石实验学校', '弦歌师范大学|附属|匠石|实验学校'],
  ['白芷中学教育集团第二外国语学校', '白芷中学教育集团|第二外国语学校'],
  ['听澜外籍人员子女学校（天河校区）', '听澜|外籍人员子女学校|（天河校区）'],
  // Ten characters are two lines of a card at 360 px.
  ['笺北外籍人员子女学校', '笺北|外籍人员子女学校'],
  ['匠石双语学校高中部（蛇口）', '匠石|双语学校高中部|（蛇口）'],
])('the line of %s breaks between its words', (name, words) => {
  expect(nameWords(name)).toEqual(words.split('|'))
})

test('a short name and one of a single word have none', () => {
  const names = [
    '深圳市匠石双语学校',
    '国际双语实验外国语中英文学校',
    '没有学校种类在末尾的一个名字',
    'Harbour International',
  ]
  expect(names.map(nameWords)).toEqual(names.map(() => undefined))
})

test.each([
  ['深圳市匠石双语实验学校', '深圳市|匠石|双语实验学校'],
  ['深圳匠石学校', '深圳匠石|学校'],
  ['笺北外籍人员子女学校', '笺北|外籍人员|子女学校'],
  ['国际双语实验外国语中英文学校', '国际双语实验外|国语中英文学校'],
])('in a narrow column %s has no word of which a single character is left over', (name, words) => {
  expect(shortWords(name, 6)).toEqual(words.split('|'))
})
