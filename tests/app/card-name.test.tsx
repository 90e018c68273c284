import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CardName, nameParts } from '#app/cards/card-name.tsx'

test.each([
  ['广州星垂国际书院', ['广州星垂国际书院']],
  ['广州市青坯实验学校', ['广州市', '青坯', '实验学校']],
  ['深圳市匠石双语实验学校', ['深圳市', '匠石', '双语实验学校']],
  ['深圳市南山区香山里外国语学校', ['深圳市南山区', '香山里', '外国语学校']],
  ['广州贝赛思外籍人员子女学校（天河校区）', ['广州贝赛思', '外籍人员子女学校（天河校区）']],
  ['国际双语实验外国语中英文学校', ['国际双语实验外国语中英文学校']],
  ['没有学校类型在末尾的一个名字', ['没有学校类型在末尾的一个名字']],
  ['Harbour International School', ['Harbour International School']],
])('%s breaks between its parts', (name, parts) => {
  expect(nameParts(name)).toEqual(parts)
  expect(nameParts(name).join('')).toBe(name)
})

test('a short name has no break, a long one has one between parts, and none is lost', () => {
  expect(renderToStaticMarkup(<CardName name="听澜国际学校" />)).toBe('听澜国际学校')
  expect(renderToStaticMarkup(<CardName name="广州市越秀区东风东路小学" />)).toBe(
    '广州市越秀区<wbr/>东风东路<wbr/>小学',
  )
})
