import { cities, type CityCode } from '#server/contract/cities.ts'
import { districtSpellings } from '#server/contract/district-name.ts'
import { grades } from '#server/contract/grades.ts'
import { placesOf } from '#server/contract/places.ts'
import { otherSpellings } from '#server/contract/search/term-spellings.ts'
import type { SchoolSection } from '#server/contract/schools/school-sections.ts'
import { closedFacets, schoolFacets, type ClosedFacet } from '#server/contract/schools/facets.ts'
import { fold } from '#server/db/search/search-fold.ts'
import { syllablesOf } from '#server/db/search/search-pinyin.ts'

/** What a word of a search means. */
export type Meaning =
  | { type: 'city'; code: CityCode }
  /** A district, or a sub-district or landmark in it. */
  | { type: 'place'; cityCode: CityCode; district: string; place?: string }
  | { type: ClosedFacet; slugs: readonly string[] }
  | { type: 'grade'; slug: string; stage: string }
  | { type: 'section'; section: SchoolSection }
  /** Words that narrow nothing. */
  | { type: 'filler' }

/** Words of a search with what each may mean, one meaning or several (a district's name in two cities). */
export type SearchTerms = ReadonlyMap<string, readonly Meaning[]>

const pinyinOf = (text: string) =>
  syllablesOf(text)
    .map(([first]) => first ?? '')
    .join('')

/** The terms of a facet: by their labels, and those that have lists of their own by slugs and other spellings too. */
function termWords(type: ClosedFacet): [string, Meaning][] {
  const isListed = type === 'stage' || type === 'kind' || type === 'curriculum'
  return schoolFacets[type].terms.flatMap(({ slug, label }) =>
    [label, ...(isListed ? [slug, ...otherSpellings(slug)] : [])].map((word): [string, Meaning] => [
      word,
      { type, slugs: [slug] },
    ]),
  )
}

function words(meaning: Meaning, list: string): [string, Meaning][] {
  return list.split(' ').map((word) => [word, meaning])
}

const curriculaOf = (list: string, ...slugs: string[]) => words({ type: 'curriculum', slugs }, list)
const boardingOf = (list: string, ...slugs: string[]) => words({ type: 'boarding', slugs }, list)
const languageOf = (list: string, slug: string) => words({ type: 'language', slugs: [slug] }, list)
const supportOf = (list: string, slug: string) => words({ type: 'support', slugs: [slug] }, list)
const sectionOf = (section: SchoolSection, list: string) => words({ type: 'section', section }, list)

const hanDigits = Array.from('一二三四五六七八九')

/** A grade's label, and the same in digits or counted through: 五年级, 5年级; 初一, 七年级. */
function gradeWords(): [string, Meaning][] {
  return grades.flatMap(({ slug, label, level, stage }) => {
    const meaning: Meaning = { type: 'grade', slug, stage }
    const count = hanDigits[level - 1]
    return [
      [label, meaning],
      ...(count === undefined ? [] : words(meaning, `${count}年级 ${level}年级`)),
      ...(level > 0 ? words(meaning, `g${level} grade${level}`) : []),
    ]
  })
}

function placeWords({ code }: (typeof cities)[number]): [string, Meaning][] {
  return placesOf(code).flatMap(({ slug, name, district, aliases }) => {
    const isDistrict = slug === district
    const meaning: Meaning = isDistrict
      ? { type: 'place', cityCode: code, district }
      : { type: 'place', cityCode: code, district, place: slug }
    const spellings = [name, ...(isDistrict ? districtSpellings(name) : aliases)]
    return [slug, ...spellings]
      .filter((word) => word.length > 1)
      .map((word): [string, Meaning] => [word, meaning])
  })
}

const general: readonly [string, Meaning][] = [
  ...cities.flatMap(({ code, name, pinyin }) => words({ type: 'city', code }, `${name} ${name}市 ${pinyin}`)),
  ...cities.flatMap(placeWords),
  // Who looks for 可住校 or 走读 means more than one term: see below.
  ...closedFacets.filter((facet) => facet !== 'boarding').flatMap(termWords),
  ...gradeWords(),
  ...curriculaOf('剑桥 剑桥课程 剑桥国际 英式 英式课程 英国课程 英国高中 英制 cambridge', 'alevel', 'igcse'),
  ...curriculaOf('国际文凭 国际文凭课程 ib文凭 ibdp ibpyp ibmyp', 'ib'),
  ...curriculaOf('英国高考 al', 'alevel'),
  ...curriculaOf('美式 美国 美国高中 美式高中', 'american', 'ap'),
  ...curriculaOf('美国大学先修', 'ap'),
  ...curriculaOf('加拿大 加式', 'canadian'),
  ...curriculaOf('澳洲 澳大利亚 澳式', 'australian'),
  ...curriculaOf('香港课程 香港中学文凭 港式', 'dse'),
  ...boardingOf(
    '寄宿 可寄宿 寄宿制 寄宿学校 住校 可住校 能住校 可以住校 住宿 可住宿 可以住宿',
    'optional',
    'full',
  ),
  ...boardingOf('全寄宿 全住宿 全寄宿制', 'full'),
  ...boardingOf('走读 走读制 不住校', 'day', 'optional'),
  // Of schools in a place; behind a school's name its fees are asked for.
  ...words({ type: 'buses', slugs: ['some'] }, '校车 班车 有班车 校车接送'),
  ...languageOf('英语授课 全英文 全英文授课 全英语', 'english'),
  ...languageOf('双语教学', 'bilingual'),
  ...supportOf('学习支持 学习困难 特殊教育 特殊需要 sen', 'learning'),
  ...supportOf('esl eal', 'english'),
  ...supportOf('csl', 'chinese'),
  ...sectionOf(
    'fees',
    '学费 收费 收费标准 费用 校车 校车费 班车 住宿费 餐费 伙食费 多少钱 一年多少钱 学费多少 学费多少钱 贵不贵 价格 tuition fees',
  ),
  ...sectionOf(
    'contact',
    '电话 联系电话 招生电话 电话号码 联系方式 地址 在哪 在哪里 位置 怎么走 官网 网址 phone address',
  ),
  ...sectionOf(
    'admissions',
    '招生 招生简章 简章 报名 怎么报名 入学 入学条件 入学要求 入学考试 招生条件 招生要求 插班',
  ),
  ...sectionOf('opendays', '开放日 探校 校园开放日'),
  ...sectionOf('teachers', '师资 师资力量 老师 教师 外教'),
  ...sectionOf('graduates', '升学 升学率 毕业去向 升学去向 毕业生 录取 录取结果 offer'),
  ...sectionOf('answers', '怎么样 好不好 口碑 评价 问答 家长评价'),
  ...words(
    { type: 'filler' },
    '学校 学院 的 有 有哪些 哪些 哪家好 哪个好 哪所好 好的 排名 排行 排行榜 名单 大全 一览 一览表 推荐 附近 附近的 周边 周边的 课程 ' +
      '可以 能 可 要 想 找 读 上 在 和 或 或者 我要 我想 school schools in near with and',
  ),
]

/** Terms by their folded words; those of Han characters also by their pinyin. */
export const searchTerms: SearchTerms = collect(general)

function collect(pairs: readonly [string, Meaning][]): SearchTerms {
  const terms = new Map<string, Meaning[]>()
  const add = (word: string, meaning: Meaning) => {
    const known = terms.get(word) ?? []
    const isKnown = known.some((other) => JSON.stringify(other) === JSON.stringify(meaning))
    if (!isKnown) terms.set(word, [...known, meaning])
  }
  for (const [word, meaning] of pairs) {
    const folded = fold(word)
    add(folded, meaning)
    const isLong = /^\p{Script=Han}{2,}$/u.test(folded)
    if (isLong && meaning.type !== 'filler' && meaning.type !== 'section') add(pinyinOf(folded), meaning)
  }
  return terms
}
