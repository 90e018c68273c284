import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { projectRoot } from '#server/db/project-root.ts'
import { listPictures, readPicture } from '#server/sample/pictures.ts'
import { hashOfBytes, imageAddress } from '#server/services/media/images/image-name.ts'
import { buildSampleContent } from '#server/sample/content/build.ts'
import type { SampleChunk, SampleSchool } from '#server/sample/content/rows.ts'

const today = '2026-11-21'
const usual = { schoolsPerCity: 20, seed: 'xuanxiao', today }
const chunks = [...buildSampleContent(usual)]
const byCity = new Map(cities.map(({ code }) => [code, schoolsOf(chunks, code)]))

function schoolsOf(made: readonly SampleChunk[], cityCode?: string): SampleSchool[] {
  return made.flatMap((chunk) =>
    chunk.type === 'schools' && (cityCode === undefined || chunk.cityCode === cityCode) ? chunk.schools : [],
  )
}

/** Everything that is told about a school. */
function textsOf(school: SampleSchool): string[] {
  return [
    school.row.summary,
    ...school.sections.map(({ body }) => body),
    ...school.views.flatMap(({ title, summary, body }) => [title, summary, body]),
    ...school.graduates.flatMap(({ summary, story }) => [summary, story]),
    ...school.teachers.map(({ bio }) => bio),
    ...school.questions.flatMap(({ body, answers }) => [body, ...answers.map((answer) => answer.body)]),
    ...school.openDays.flatMap(({ title, description }) => [title, description]),
    ...school.envs.map(({ title }) => title),
  ].filter((text) => typeof text === 'string')
}

/** A name without its city, district and the words that say what kind of school it is. */
function stemOf(school: SampleSchool): string {
  return school.row.name
    .replace(
      /外籍人员子女学校|国际(学校|书院)|双语(实验)?学校|外国语学校|高级中学|实验学校|公学|书院|中学|学校/gu,
      '',
    )
    .replace(/校区$/u, '')
    .replace(/深圳|广州|佛山|惠州|珠海|东莞|北京/gu, '')
    .replace(/^市/u, '')
    .slice(-2)
}

test('the same options make the same content, another seed makes another', () => {
  expect([...buildSampleContent(usual)]).toEqual(chunks)
  expect(schoolsOf([...buildSampleContent({ ...usual, seed: 'other' })])).not.toEqual(schoolsOf(chunks))
})

test('大鹏新区, which the specification names by itself, has a school', () => {
  const districts = byCity.get('4403')?.map(({ row }) => row.district)
  expect(districts).toContain('dapeng')
})

test('another day moves dates and years and changes nothing else', () => {
  const timeless = (made: readonly SampleChunk[]) =>
    JSON.stringify(schoolsOf(made), (key, value: unknown) =>
      key === 'year' || key === 'eventTitle' ? undefined : value,
    )
      .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, 'day')
      .replaceAll(/20\d\d(?=\D)/g, 'year')
  const later = [...buildSampleContent({ ...usual, today: '2027-05-09' })]
  expect(timeless(later)).toBe(timeless(chunks))
  expect(later).not.toEqual(chunks)
})

/** The sentences of a text, without their final marks. */
function sentencesOf(text: string): string[] {
  return text
    .split(/[。！？\n]/u)
    .map((sentence) => sentence.replaceAll(/[\s”』」）"]/gu, ''))
    .filter((sentence) => sentence.length > 0)
}

test('no two schools of a city share a sentence of more than eight characters', () => {
  for (const schools of byCity.values()) {
    const known = new Map<string, string>()
    for (const { school, sentence } of schools.flatMap((school) =>
      textsOf(school)
        .flatMap(sentencesOf)
        .filter((sentence) => sentence.length > 8)
        .map((sentence) => ({ school: school.row.name, sentence })),
    )) {
      expect(known.get(sentence) ?? school, sentence).toBe(school)
      known.set(sentence, school)
    }
    expect(known.size).toBeGreaterThan(1500)
  }
})

test('a sentence is no other school’s sentence with another name or number in it', () => {
  for (const schools of byCity.values()) {
    const shapes = new Map<string, string>()
    for (const school of schools) {
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
  const stems = schoolsOf(chunks).map(stemOf)
  expect(stems.filter((stem) => !/^\p{Script=Han}{2}$/u.test(stem))).toEqual([])
  expect(new Set(stems).size).toBe(stems.length)
  for (const schools of byCity.values()) {
    const names = schools.flatMap(({ row, names }) => [
      row.name,
      row.nameEn,
      ...names.map(({ name }) => name),
    ])
    expect(new Set(names).size).toBe(names.length)
  }
})

/** The name of a sample picture by its address. */
function nameOf(src: string | undefined): string {
  return [...listPictures().values()].find((picture) => picture.src === src)?.name ?? ''
}

test('no two schools of a city look the same, and the people of a school differ from each other', () => {
  for (const schools of byCity.values()) {
    for (const column of ['cover', 'logo'] as const)
      expect(new Set(schools.map(({ row }) => row[column]?.src)).size).toBe(schools.length)
    for (const { row, teachers, graduates } of schools)
      for (const people of [teachers, graduates])
        expect(new Set(people.map(({ portrait }) => portrait?.src)).size, row.name).toBe(people.length)
  }
})

test('articles that follow each other have different pictures', () => {
  const lists = [
    ...schoolsOf(chunks).map(({ views }) => views),
    ...chunks.flatMap((chunk) =>
      chunk.type === 'content' ? [chunk.content.news, chunk.content.banners] : [],
    ),
  ]
  for (const list of lists)
    for (const [at, { title, picture }] of list.slice(1).entries())
      expect(picture?.src, title).not.toBe(list[at]?.picture?.src)
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
  for (const text of schoolsOf(chunks).flatMap(textsOf)) {
    expect(text).not.toMatch(/[[\]{}|]|undefined|null/)
    expect(text).not.toMatch(/状元|喜报|升学率|录取率|高分率|第一名校|最好的学校/)
    expect(text).not.toMatch(/\p{Script=Han}[,;:!?]/u)
  }
})

test('a sized run gives each school of a city a name of its own, in chunks of at most 100', () => {
  const names = new Map<string, Set<string>>()
  let made = 0
  for (const chunk of buildSampleContent({ ...usual, schoolsPerCity: 620 })) {
    if (chunk.type !== 'schools') continue
    expect(chunk.schools.length).toBeLessThanOrEqual(100)
    const own = names.get(chunk.cityCode) ?? new Set()
    names.set(chunk.cityCode, own)
    for (const { row } of chunk.schools) own.add(row.name)
    made += chunk.schools.length
  }
  expect(made).toBe(7 * 620)
  expect([...names.values()].map((own) => own.size)).toEqual(Array.from({ length: 7 }, () => 620))
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
  for (const { envs, row } of schoolsOf(chunks)) {
    const titles = envs.map(({ title }) => title)
    expect(new Set(titles).size, row.name).toBe(titles.length)
    for (const { title, picture, takenOn } of envs.slice(1)) {
      expect([title, captions.get(title)]).toEqual([title, nameOf(picture.src).replace(/-\d$/, '')])
      expect(takenOn).toBeUndefined()
    }
  }
})

test('a portrait is of a woman where its text says 她, and who asked is shown as the form promises', () => {
  for (const { teachers, questions } of schoolsOf(chunks)) {
    for (const { bio, portrait } of teachers.filter(({ bio }) => /她(?!们)/u.test(bio ?? '')))
      expect(nameOf(portrait?.src), bio ?? '').toMatch(/^woman-/)
    expect(questions.every(({ askedBy }) => askedBy === '一位家长')).toBe(true)
  }
})

test('articles promise nothing that the site does not have, and count nothing that changes by the day', () => {
  const articles = chunks.flatMap((chunk) =>
    chunk.type === 'content'
      ? [...chunk.content.news, ...chunk.content.plannings, ...chunk.content.promotions]
      : [],
  )
  expect(articles.length).toBeGreaterThan(60)
  for (const { title, summary, body } of articles)
    expect(`${title} ${summary} ${body}`).not.toMatch(
      /候补登记|登记候补|可以打印|讲稿会放|场还可以预约|余 \d+ 个|每年总费用|日历只收/u,
    )
})
