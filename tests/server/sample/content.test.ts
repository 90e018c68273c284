import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { projectRoot } from '#server/db/project-root.ts'
import { listPictures, readPicture } from '#server/sample/pictures.ts'
import { hashOfBytes, imageAddress } from '#server/services/media/images/image-name.ts'
import { storedText } from '#server/services/content/texts/stored-text.ts'
import { calendarOf } from '#server/sample/content/calendar.ts'
import { readSampleFiles } from '#server/sample/content/files.ts'
import { moreSchools } from '#server/sample/content/more-schools.ts'
import { readSample, textOf, type SampleSchool } from '#tests/support/content/sample-schools.ts'

const today = '2026-11-21'
const { schools, rowsOf } = readSample(today)
const ofCity = (code: string) => schools.filter(({ facts }) => facts.city_code === code)
const byCity = new Map(cities.map(({ code }) => [code, ofCity(code)]))

/** Everything that is told about a school. */
function textsOf(school: SampleSchool): string[] {
  const of = (kind: string, ...columns: string[]) =>
    school.rows(kind).flatMap((row) => columns.map((column) => textOf(row, column)))
  return [
    school.facts.summary ?? '',
    ...Object.values(school.sections)
      .flat()
      .map(({ body }) => body),
    ...of('views', 'title', 'summary', 'body'),
    ...of('graduates', 'summary', 'story'),
    ...of('teachers', 'bio'),
    ...of('questions', 'question'),
    ...school.rows('questions').flatMap(({ answers = [] }) => answers.map(({ body }) => body)),
    ...of('open-days', 'title', 'description'),
    ...of('envs', 'title'),
  ]
}

/** A name without its city, district and the words that say what kind of school it is. */
function stemOf(school: SampleSchool): string {
  return school.facts.name
    .replace(
      /外籍人员子女学校|国际(学校|书院)|双语(实验)?学校|外国语学校|高级中学|实验学校|公学|书院|中学|学校/gu,
      '',
    )
    .replace(/校区$/u, '')
    .replace(/深圳|广州|佛山|惠州|珠海|东莞|北京/gu, '')
    .replace(/^市/u, '')
    .slice(-2)
}

test('大鹏新区, which the specification names by itself, has a school', () => {
  const districts = byCity.get('4403')?.map(({ facts }) => facts.district)
  expect(districts).toContain('dapeng')
})

test('another day moves dates and years and changes nothing else', () => {
  const timeless = (day: string) =>
    JSON.stringify([...readSampleFiles(calendarOf(day))])
      .replaceAll(/\d{4}-\d\d-\d\d/g, 'day')
      .replaceAll(/20\d\d(?=\D)/g, 'year')
  expect(timeless('2027-05-09')).toBe(timeless(today))
})

test('news and questions of a school fall on days with lessons, a sports day in its month', () => {
  for (const day of ['2026-11-21', '2027-03-02', '2026-10-30']) {
    const at = calendarOf(day)
    expect(at('{lesson 0.5 11-05}')).toMatch(/-11-(?:0[5-9]|[12]\d|30)$/)
    for (let share = 0; share < 1; share += 0.01) {
      const found = at(`{lesson ${share}}`)
      expect(found < day, found).toBe(true)
      expect([0, 6]).not.toContain(new Date(`${found}T00:00:00Z`).getUTCDay())
      expect(found.slice(5)).not.toMatch(/^(?:08|02-1|10-0[1-7])/)
    }
  }
})

/** The sentences of a text, without their final marks. */
function sentencesOf(text: string): string[] {
  return text
    .split(/[。！？\n]/u)
    .map((sentence) => sentence.replaceAll(/[\s”』」）"]/gu, ''))
    .filter((sentence) => sentence.length > 0)
}

test('no two schools of a city share a sentence of more than eight characters', () => {
  for (const here of byCity.values()) {
    const known = new Map<string, string>()
    for (const { school, sentence } of here.flatMap((school) =>
      textsOf(school)
        .flatMap(sentencesOf)
        .filter((sentence) => sentence.length > 8)
        .map((sentence) => ({ school: school.facts.name, sentence })),
    )) {
      expect(known.get(sentence) ?? school, sentence).toBe(school)
      known.set(sentence, school)
    }
    expect(known.size).toBeGreaterThan(1500)
  }
})

test('a sentence is no other school’s sentence with another name or number in it', () => {
  for (const here of byCity.values()) {
    const shapes = new Map<string, string>()
    for (const school of here) {
      const stem = stemOf(school)
      for (const sentence of textsOf(school).flatMap(sentencesOf)) {
        const shape = sentence.replaceAll(stem, '').replaceAll(/[\d一二两三四五六七八九十百千]+/g, '')
        if (shape.length <= 8) continue
        expect(shapes.get(shape) ?? stem, sentence).toBe(stem)
        shapes.set(shape, stem)
      }
    }
  }
})

test('name stems differ in all cities, full names and abbreviations in each city', () => {
  const stems = schools.map(stemOf)
  expect(stems.filter((stem) => !/^\p{Script=Han}{2}$/u.test(stem))).toEqual([])
  expect(new Set(stems).size).toBe(stems.length)
  for (const here of byCity.values()) {
    const names = here.flatMap(({ facts, aliases = [], formerNames = [] }) => [
      facts.name,
      facts.name_en,
      ...aliases,
      ...formerNames,
    ])
    expect(new Set(names).size).toBe(names.length)
  }
})

test('no two schools of a city look the same, and the people of a school differ from each other', () => {
  for (const here of byCity.values()) {
    for (const column of ['cover', 'logo'] as const)
      expect(new Set(here.map((school) => school[column])).size).toBe(here.length)
    for (const { facts, rows } of here)
      for (const people of [rows('teachers'), rows('graduates')])
        expect(new Set(people.map((row) => row['portrait'])).size, facts.name).toBe(people.length)
  }
})

test('articles that follow each other have different pictures', () => {
  const lists = [
    ...schools.map(({ rows }) => rows('views')),
    ...[undefined, ...cities.map(({ code }) => code)].flatMap((code) =>
      ['news', 'banners'].map((kind) => rowsOf(kind).filter(({ city }) => city === code)),
    ),
  ]
  for (const list of lists)
    for (const [at, row] of list.slice(1).entries())
      expect(row['picture'], row.title).not.toBe(list[at]?.['picture'])
})

test('every picture is there as `pictures.jsonl` describes it, and all together are small', async () => {
  const files = readdirSync(path.join(projectRoot(), 'server/sample/files/pictures')).toSorted()
  expect([...listPictures().keys()].map((name) => `${name}.avif`).toSorted()).toEqual(files)
  let bytes = 0
  for (const { name, src, width, height } of listPictures().values()) {
    const picture = await readPicture(name)
    bytes += picture.length
    const head = await sharp(picture).metadata()
    expect([name, src, width, height]).toEqual([
      name,
      imageAddress(`${hashOfBytes(picture)}.avif`),
      head.width,
      head.height,
    ])
  }
  expect(bytes).toBeLessThan(2 * 1024 * 1024)
})

test('texts have no unfilled slot, no claim that education advertising forbids, and Chinese punctuation', () => {
  for (const text of schools.flatMap(textsOf)) {
    expect(text).not.toMatch(/[[\]{}|]|undefined|null/)
    expect(text).not.toMatch(/状元|喜报|升学率|录取率|高分率|第一名校|最好的学校/)
    expect(text).not.toMatch(/\p{Script=Han}[,;:!?]/u)
  }
})

test('a sized run gives each school of a city a name and a key of its own, in parts of at most 100', () => {
  const files = readSampleFiles(calendarOf(today))
  const parts = [files, ...moreSchools(files, 620)].map((part) => part.get('schools') ?? [])
  expect(Math.max(...parts.slice(1).map(({ length }) => length))).toBe(100)
  const made = parts.flat()
  expect(new Set(made.map(({ key }) => key)).size).toBe(7 * 620)
  expect(new Set(made.map(({ city, name }) => `${city} ${name}`)).size).toBe(7 * 620)
  for (const { code } of cities) {
    const here = made.filter(({ city }) => city === code)
    for (const [column, least] of [
      ['district', 5],
      ['kind', 5],
      ['state', 3],
      ['boarding', 3],
    ] as const)
      expect(new Set(here.map((row) => row[column])).size, column).toBeGreaterThanOrEqual(least)
  }
})

/** What pictures of a caption show, by the names of their files. */
const captions = new Map([
  ['校门', 'gate'],
  ['教学楼', 'teaching'],
  ['宿舍楼', 'dormitory'],
  ['篮球场', 'court'],
  ['足球场', 'pitch'],
  ['池塘与庭院', 'garden'],
  ['实验室', 'lab'],
  ['食堂', 'canteen'],
  ['泳池', 'pool'],
  ['画室', 'studio'],
  ['剧场', 'theatre'],
  ['琴房', 'piano'],
  ['排练厅', 'orchestra'],
  ['图书馆', 'library'],
  ['教室', 'classroom'],
])

test('a caption says what its picture shows, once for each school, and names no day on which it was taken', () => {
  for (const { facts, rows } of schools) {
    const envs = rows('envs')
    const titles = envs.map(({ title }) => title)
    expect(new Set(titles).size, facts.name).toBe(titles.length)
    for (const row of envs.slice(1)) {
      const title = textOf(row, 'title')
      expect([title, captions.get(title)]).toEqual([title, textOf(row, 'picture').replace(/-\d$/, '')])
      expect(row['taken_on']).toBeUndefined()
    }
  }
})

test('a portrait is of a woman where its text says 她, and who asked is shown as the form promises', () => {
  for (const { rows } of schools) {
    for (const row of rows('teachers').filter((teacher) => /她(?!们)/u.test(textOf(teacher, 'bio'))))
      expect(row['portrait'], textOf(row, 'bio')).toMatch(/^woman-/)
    expect(rows('questions').every((row) => row['asked_by'] === '一位家长')).toBe(true)
  }
})

test('texts stand as they are stored: the loader takes them as they are', () => {
  const texts = rowsOf('graduates').map((row) => textOf(row, 'story'))
  for (const kind of ['views', 'news', 'courses', 'plannings', 'promotions'])
    texts.push(...rowsOf(kind).map((row) => textOf(row, 'body')))
  for (const text of texts) expect(storedText(text)).toBe(text)
})

test('articles promise nothing that the site does not have, and count nothing that changes by the day', () => {
  const articles = ['news', 'plannings', 'promotions'].flatMap((kind) => rowsOf(kind))
  expect(articles.length).toBeGreaterThan(60)
  for (const row of articles)
    expect(['title', 'summary', 'body'].map((column) => textOf(row, column)).join(' ')).not.toMatch(
      /候补登记|登记候补|可以打印|讲稿会放|场还可以预约|余 \d+ 个|每年总费用|日历只收/u,
    )
})
