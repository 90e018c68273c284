import { expect, test } from 'vitest'
import { pageText } from '#app/seo/page-meta.ts'
import { templates, type TemplateName } from '#app/seo/templates.ts'

const names = Object.keys(templates).filter((name): name is TemplateName => name in templates)
const now = new Date('2027-03-01T04:00:00Z')

test.each(names)('the texts of %s hold no unfilled placeholder and no gap', (name) => {
  const { title, keywords, description } = pageText(name, {}, now)
  for (const text of [title, keywords, description]) {
    expect(text).not.toBe('')
    expect(text).not.toMatch(/[{}]|undefined|,,|,$/)
  }
})

test('year and city have the defaults of the specification', () => {
  expect(pageText('topList', {}, now).title).toContain('2027年深圳')
})

test('a course without a comma gets one appended, one with a comma does not', () => {
  expect(pageText('course', { course: 'IB' }, now).title).toMatch(/^IB,深圳/)
  expect(pageText('course', { course: 'IB,AP' }, now).title).toMatch(/^IB,AP深圳/)
})

test('every placeholder of the specification is filled', () => {
  const values = {
    city: '珠海',
    year: '2030年',
    q: 'IB',
    school: '某校',
    title: '标题',
    extra1: '一',
    extra2: '二',
    extra3: '三',
  }
  expect(pageText('schoolList', values, now).title).toBe('一珠海IB学校名单_2030年学费与招生二')
  expect(pageText('schoolNews', values, now).title).toBe('标题_某校动态_三_二')
})
