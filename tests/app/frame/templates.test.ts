import { expect, test } from 'vitest'
import { pageText } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { courseTemplate } from '#app/articles/course-meta.ts'
import { schoolListTemplate } from '#app/routes/school-list/school-list.tsx'
import { schoolNewsTemplate } from '#app/routes/school/news-item.tsx'
import { newsDetailTemplate } from '#app/routes/news/news.tsx'
import { topListTemplate } from '#app/routes/top-list/top-list.tsx'

/** Every module that may hold a template: those of the routes, and two that several routes share. */
const modules = import.meta.glob<Record<string, unknown>>(
  ['../../../app/routes/**/*.tsx', '../../../app/articles/course-meta.ts', '../../../app/seo/error-meta.ts'],
  { eager: true },
)
const templates = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Template] => entry[0].endsWith('Template'))
const year = 2027

test('every route of the table has its texts', () => {
  expect(templates.length).toBe(53)
})

test.each(templates)('the texts of %s contain no unfilled placeholder and no gap', (_name, template) => {
  const { title, keywords, description } = pageText(template, { title: '标题', school: '某校' }, year)
  for (const text of [title, keywords, description]) {
    expect(text).not.toBe('')
    expect(text).not.toMatch(/[{}]|undefined|,,|,$/)
  }
})

test('year and city have the defaults of the specification', () => {
  expect(pageText(topListTemplate, {}, year).title).toContain('2027年深圳')
})

test('a course without a comma gets one appended, one with a comma does not', () => {
  expect(pageText(courseTemplate, { course: 'IB' }, year).title).toMatch(/^IB,深圳/)
  expect(pageText(courseTemplate, { course: 'IB,AP' }, year).title).toMatch(/^IB,AP深圳/)
  expect(pageText(courseTemplate, { course: 'IB，AP' }, year).title).toMatch(/^IB，AP深圳/)
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
  expect(pageText(schoolListTemplate, values, year).title).toBe('珠海IB学校名单_2030年一二')
  expect(pageText(newsDetailTemplate, values, year).description).toBe('一标题:珠海国际学校资讯与择校参考。')
  expect(pageText(schoolNewsTemplate, values, year).title).toBe('标题_某校动态_三_二')
})
