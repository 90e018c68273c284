import { curricula as curriculumTerms, labelOf } from '#server/contract/vocabulary.ts'
import { sampleSource } from '#server/db/content/sample-rows.ts'
import { weightedScore } from '#server/services/schools/weigh-ranking.ts'
import { createRandom, type Random } from './random.ts'
import { inWan } from './city-digest.ts'
import type { Digest, Made } from './city-digest.ts'
import type { SampleRanking } from './rows.ts'

const longest = 15
const source = `${sampleSource}，学校与分数均为虚构，仅演示榜单的样子`

type Place = SampleRanking['places'][number]

const oneDecimal = (score: number) => Math.round(score * 10) / 10

/** A city's ranked lists of one year: overall, international curricula, and boarding or value. */
export function rankingsOf(
  city: { code: string; name: string },
  year: number,
  digest: Digest,
  random: Random,
): SampleRanking[] {
  return [overall(digest, random), international(digest, random), boarding(digest), value(digest)]
    .filter(({ places }) => places.length > 0)
    .slice(0, 4)
    .map(({ rated, ...ranking }, position) => ({
      ...ranking,
      method: ranking.method + restText(rated),
      title: `${year} ${city.name}${ranking.title}`,
      cityCode: city.code,
      year,
      source,
      paid: false,
      position,
    }))
}

/** A list with how many schools were rated, of which it names no more than `longest`. */
type Draft = Pick<SampleRanking, 'slug' | 'title' | 'method' | 'parts' | 'places'> & { rated: number }

/** How many of the rated schools a list leaves out, where it does. */
function restText(rated: number): string {
  return rated > longest
    ? `\n\n只列前\u00a0${longest}\u00a0名，另有\u00a0${rated - longest}\u00a0所没有列出。`
    : ''
}

type Part = { slug: string; name: string; weight: number }

/** Points of the parts, to one decimal place, and the score that they make. */
function scoreOf(
  parts: readonly Part[],
  given: readonly number[],
): { score: number; parts: Record<string, number> } {
  const points = Object.fromEntries(
    parts.map(({ slug }, at) => [slug, oneDecimal(Math.min(100, given[at] ?? 0))]),
  )
  const weights = Object.fromEntries(parts.map(({ slug, weight }) => [slug, weight]))
  return { score: weightedScore(points, weights) ?? 0, parts: points }
}

const overallParts: Part[] = [
  { slug: 'teaching', name: '课程与教学', weight: 35 },
  { slug: 'staff', name: '师资', weight: 25 },
  { slug: 'campus', name: '校园与支持', weight: 25 },
  { slug: 'openness', name: '信息公开', weight: 15 },
]

/** Points around a score whose mean it is: what one part has more, another has less by its weight. */
function pointsAround(score: number, key: string): number[] {
  const random = createRandom(`points ${key}`)
  const [first, second] = [random.float(-2.5, 2.5), random.float(-2.5, 2.5)]
  return [score + first, score - (first * 35) / 25, score + second, score - (second * 25) / 15]
}

/** The recommended order of the schools that take pupils; scores fall from place to place. */
function overall({ open }: Digest, random: Random): Draft {
  let score = 95.8
  return {
    slug: 'overall',
    title: '国际化学校综合榜',
    method:
      '综合榜由四项构成：课程与教学 35%，师资 25%，校园与支持 25%，信息公开 15%。前三项由编辑部根据公开资料与两次到校走访打分，取平均值；信息公开一项按收费、师资、招生、安全四类信息是否可查计分。\n\n已停办和暂停招生的学校不列入；总分相同时，信息公开得分高者在前。学校不能付费上榜，也不能付费调整名次。榜单每年秋季更新一次，不使用升学率和考试成绩。',
    parts: overallParts,
    rated: open.length,
    places: open.slice(0, longest).map(({ school, theme }, index): Place => {
      score -= random.float(0.4, 1.3)
      const { key } = school.row
      const points = scoreOf(overallParts, pointsAround(score, key))
      return { place: index + 1, school: key, ...points, note: theme.strength }
    }),
  }
}

const curriculumParts: Part[] = [
  { slug: 'courses', name: '课程完整度', weight: 40 },
  { slug: 'experience', name: '教师课程经验', weight: 25 },
  { slug: 'ratio', name: '师生比', weight: 20 },
  { slug: 'work', name: '学生作业', weight: 15 },
]

/** Schools with an international curriculum, by how much of it they offer and by whom it is taught. */
function international({ open }: Digest, random: Random): Draft {
  const scored = open
    .filter(({ school }) => typeof school.row.teacherRatio === 'number')
    .filter(({ school }) => school.row.curricula?.some((curriculum) => curriculum !== 'national'))
    .map((made) => {
      const { curricula = [], foreignTeachers = 30, teacherRatio = 9 } = made.school.row
      const offered = curricula.filter((curriculum) => curriculum !== 'national')
      const points = [
        70 + offered.length * 7,
        74 + (foreignTeachers ?? 30) / 4,
        100 - ((teacherRatio ?? 9) - 5) * 4,
        random.float(72, 96),
      ]
      return { made, offered, ...scoreOf(curriculumParts, points) }
    })
    .toSorted((a, b) => b.score - a.score)
  return {
    slug: 'international-curriculum',
    title: '国际课程学校榜',
    method:
      '本榜只看开设 IB、A-Level、AP、IGCSE、DSE 及北美、澳大利亚课程的学校。指标有四：课程完整度（授权、学段衔接、可选科目）40%，教师课程经验 25%，师生比 20%，学生作业 15%。\n\n前两项由熟悉相应课程的两位编辑分别打分，差距超过 8 分时请第三位复核；师生比按学校公布的数字折算，未公布的不列入。只开设国家课程的学校请看综合榜。',
    parts: curriculumParts,
    rated: scored.length,
    places: scored.slice(0, longest).map(({ made, offered, score, parts }, index) => ({
      place: index + 1,
      school: made.school.row.key,
      score,
      parts,
      note: `${offered.map((curriculum) => labelOf(curriculumTerms, curriculum)).join('、')} · ${made.theme.strength}`,
    })),
  }
}

/** Schools with boarding, by pupils per teacher and per class and by the yearly cost. */
function boarding(digest: Digest): Draft {
  return {
    slug: 'boarding',
    title: '寄宿学校榜',
    method:
      '在可以住校的学校里，按公开数字折算：师生比 40%，班级人数 30%，含住宿费的一年总费用 30%（费用越低得分越高）。每项在参评学校之间按最好到最差折成 100 至 60 分，再按权重相加。\n\n未公布师生比或班级人数的学校不列入。宿舍条件、生活老师与周末安排无法用数字比较，请以实地参观为准。',
    ...byNumbers(digest.boarding, [
      [{ slug: 'ratio', name: '师生比', weight: 40 }, ({ school }) => school.row.teacherRatio],
      [{ slug: 'class', name: '班级人数', weight: 30 }, ({ school }) => school.row.classSize],
      [{ slug: 'cost', name: '总费用', weight: 30 }, ({ school }) => school.row.totalCostMax],
    ]),
  }
}

/** Schools with tuition, by the yearly cost, pupils per teacher and per class. */
function value(digest: Digest): Draft {
  return {
    slug: 'value',
    title: '学费与投入榜',
    method:
      '用同样的钱，换来多少老师的时间？本榜把每年必付总费用（50%）、师生比（30%）、班级人数（20%）三项公开数字折算相加，每项在参评学校之间按最好到最差折成 100 至 60 分。\n\n公办学校免收学费，不参与比较；未公布师生比或班级人数的学校不列入。费用低并不等于教得好，本榜只回答“投入”这一个问题。',
    ...byNumbers(
      digest.open.filter(({ school }) => school.row.kind !== 'public'),
      [
        [{ slug: 'cost', name: '总费用', weight: 50 }, ({ school }) => school.row.totalCostMin],
        [{ slug: 'ratio', name: '师生比', weight: 30 }, ({ school }) => school.row.teacherRatio],
        [{ slug: 'class', name: '班级人数', weight: 20 }, ({ school }) => school.row.classSize],
      ],
    ),
  }
}

type Measure = readonly [part: Part, numberOf: (made: Made) => number | null | undefined]

/** Parts and places by weighted numbers of which the lowest is best; schools without one of them are left out. */
function byNumbers(
  made: readonly Made[],
  measures: readonly Measure[],
): Pick<Draft, 'rated' | 'places'> & { parts: Part[] } {
  const parts = measures.map(([part]) => part)
  const known = made.flatMap((one) => {
    const numbers = measures.map(([, numberOf]) => numberOf(one))
    return numbers.every((number) => typeof number === 'number') ? [{ one, numbers }] : []
  })
  const bounds = measures.map((_measure, at) => {
    const all = known.map(({ numbers }) => numbers[at] ?? 0)
    return { least: Math.min(...all), most: Math.max(...all) }
  })
  const share = (number: number, at: number) => {
    const { least = 0, most = 0 } = bounds[at] ?? {}
    return most === least ? 100 : 100 - (40 * (number - least)) / (most - least)
  }
  const places = known
    .map(({ one, numbers }) => ({ one, ...scoreOf(parts, numbers.map(share)) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, longest)
    .map(({ one, ...points }, index) => ({
      place: index + 1,
      school: one.school.row.key,
      ...points,
      note: costNote(one),
    }))
  return { parts, rated: known.length, places }
}

function costNote({ school, theme }: Made): string {
  const { totalCostMin, teacherRatio, boarding } = school.row
  const place = boarding === 'full' ? '全寄宿' : boarding === 'optional' ? '可住校' : '走读'
  return `${place}，每年 ${inWan(totalCostMin ?? 0)}起，师生比 1:${teacherRatio ?? 0} · ${theme.strength}`
}
