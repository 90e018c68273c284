import { cities } from '#server/contract/cities.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { boardings, curricula, kinds, stages } from '#server/contract/vocabulary.ts'
import { insertMany } from '#server/db/content/bulk-insert.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { school, schoolSearch } from '#server/db/schema/school.ts'
import type { GradeSource } from '#server/db/search/grade-cells.ts'
import { searchRowOf } from '#server/db/search/search-row.ts'

const stems =
  '云海明德文华启慧嘉禾翰林思源致远博雅新星和美长青乐行春晖知行安若兰亭清溪北辰南枫东篱西岭金石玉泉松柏竹影梅园'
const endings = [
  '国际学校',
  '外国语学校',
  '实验学校',
  '双语学校',
  '小学',
  '中学',
  '幼儿园',
  '高级中学',
  '国际书院',
  '实验小学',
]

/** Numbers from 0 to below 1, the same every time. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function makeSchool(id: number, random: () => number) {
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  const some = (terms: readonly { slug: string }[], share: number) =>
    terms.filter(() => random() < share).map(({ slug }) => slug)
  const letters = Array.from(stems)
  const city = pick(cities)
  const district = pick(districtsOf(city.code))
  const stem = pick(letters) + pick(letters) + (random() < 0.5 ? pick(letters) : '')
  const name = `${city.name}${random() < 0.5 ? '市' : ''}${random() < 0.4 ? district.name : ''}${stem}${pick(endings)}`
  const tuition = random() < 0.8 ? Math.floor(random() * 350) * 1000 : undefined
  return {
    id,
    identity: `${city.code} ${id}`,
    cityCode: city.code,
    district: district.slug,
    name,
    nameEn: `${pick(['Cedar', 'Harbour', 'River', 'Maple', 'Summit'])} ${pick(['International', 'Academy', 'Bilingual'])} School ${id}`,
    kind: pick(kinds).slug,
    stages: some(stages, 0.4),
    curricula: some(curricula, 0.2),
    boarding: pick(boardings).slug,
    founded: 1950 + Math.floor(random() * 75),
    tuitionMin: tuition ?? null,
    tuitionMax: tuition === undefined ? null : tuition + Math.floor(random() * 60) * 1000,
    summary: `${name}位于${district.name},小班教学,注重阅读与体育。`,
    rank: Math.floor(random() * 1_000_000),
    lat: 22 + random(),
    lng: 113 + random(),
  }
}

type GradeLists = Pick<GradeSource, 'tuition' | 'entryGrades' | 'eligibility'>

/** What a school says about its grades; two schools of three do. */
function gradesOf({ id, tuitionMin, tuitionMax }: ReturnType<typeof makeSchool>): GradeLists {
  if (id % 3 === 0 || tuitionMin === null || tuitionMax === null) return {}
  return {
    tuition: [
      { from_grade: 1, to_grade: 6, school_year: 2026, day: tuitionMin },
      { from_grade: 7, to_grade: 12, school_year: 2026, day: tuitionMax },
    ],
    entryGrades: [{ from_grade: 1, to_grade: 5, school_year: 2026 }],
    eligibility: [{ identity: 'hmt', verdict: 'yes' }],
  }
}

/** Writes `count` invented schools with their search rows, about a seventh of them in each city, and vacuums. */
export async function writeSyntheticSchools(connection: DatabaseConnection, count: number): Promise<void> {
  const random = randomFrom(7)
  for (let start = 1; start <= count; start += 1000) {
    const schools = Array.from({ length: Math.min(1000, count - start + 1) }, (_, index) =>
      makeSchool(start + index, random),
    )
    await connection.db.transaction(async (tx) => {
      await insertMany(tx, school, schools)
      await insertMany(
        tx,
        schoolSearch,
        schools.map((each) => searchRowOf({ ...each, ...gradesOf(each), names: [] })),
      )
    })
  }
  await connection.vacuum()
}
