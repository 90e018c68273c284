import type { Identity, StepKind, Verdict } from '#server/contract/child/entry-terms.ts'
import { rangeOfStage } from '#server/contract/grades.ts'
import type { AdmissionStep, Eligibility, EntryGrade } from '#server/contract/child/school-entry.ts'
import type { Kind } from '#server/contract/vocabulary.ts'
import { sampleSource } from '#server/db/content/sample-rows.ts'
import type { Random } from './random.ts'
import type { Profile } from './profiles.ts'

type Answer = readonly [verdict: Verdict, condition?: string]

const rules: Record<Kind, Partial<Record<Identity, Answer>>> = {
  international: {
    mainland: ['yes'],
    foreign: ['conditional', '孩子有有效签证或居留许可'],
    hmt: ['yes'],
    overseas: ['conditional', '提供父母一方的国外长期居留证明'],
  },
  foreign: {
    mainland: ['no'],
    foreign: ['yes'],
    hmt: ['conditional', '父母一方在本市工作，名额由主管部门核定'],
    overseas: ['no'],
  },
  bilingual: {
    mainland: ['conditional', '小学和初中按招生计划录取，报名超过计划时电脑摇号'],
    foreign: ['conditional', '孩子有有效签证或居留许可'],
    hmt: ['yes'],
    overseas: ['conditional', '提供侨务部门出具的身份证明'],
  },
  private: {
    mainland: ['conditional', '小学和初中按招生计划录取，报名超过计划时电脑摇号'],
    foreign: ['no'],
    hmt: ['conditional', '持港澳台居民居住证'],
    overseas: ['conditional', '提供侨务部门出具的身份证明'],
  },
  public: {
    mainland: ['conditional', '按学区、户籍和积分排序录取'],
    foreign: ['conditional', '父母一方在本市合法居留，就近入学'],
    hmt: ['conditional', '持港澳台居民居住证，和本市户籍一样排序'],
    overseas: ['conditional', '提供侨务部门出具的身份证明'],
  },
}

/** Grades whose places are given out by the compulsory education's rules. */
const compulsory = { from: 1, to: 9 }

/** Whom a school takes, as far as it says so. The rules of compulsory education are those of its grades alone. */
export function eligibilityRows({ kind, stages }: Profile, unknown: readonly Identity[]): Eligibility[] {
  const groups: readonly Identity[] = ['mainland', 'foreign', 'hmt', 'overseas']
  return groups.flatMap((identity): Eligibility[] => {
    const [verdict, condition] = rules[kind][identity] ?? []
    if (verdict === undefined || unknown.includes(identity)) return []
    const row = { identity, verdict, source: sampleSource, ...(condition === undefined ? {} : { condition }) }
    const ends = identity === 'mainland' && (kind === 'bilingual' || kind === 'private')
    if (!ends) return [row]
    const free = { identity, verdict: 'yes' as const, source: sampleSource }
    const young = rangeOfStage('kindergarten')
    const old = rangeOfStage('high')
    return [
      ...(stages.includes('kindergarten') ? [{ ...free, from_grade: young.from, to_grade: young.to }] : []),
      ...(stages.includes('primary') || stages.includes('middle')
        ? [{ ...row, from_grade: compulsory.from, to_grade: compulsory.to }]
        : []),
      ...(stages.includes('high') ? [{ ...free, from_grade: old.from, to_grade: old.to }] : []),
    ]
  })
}

const papers = ['户口簿或护照', '出生证明', '近两学期成绩册', '预防接种证明'] as const

/** The first grade of each stage, and the grades between them where places fall free. */
export function entryGradeRows(profile: Profile, schoolYear: number, random: Random): EntryGrade[] {
  const english = profile.kind === 'international' || profile.kind === 'foreign'
  return profile.stages.flatMap((stage): EntryGrade[] => {
    const { from, to } = rangeOfStage(stage)
    const young = stage === 'kindergarten'
    const plain = profile.kind === 'public' || (stage === 'primary' && !english)
    const about = {
      languages: english ? ['英语', '中文'] : ['中文'],
      documents: young ? [papers[0], papers[1], papers[3]] : [...papers],
      source: sampleSource,
    }
    const tests = young
      ? ['亲子见面']
      : plain
        ? []
        : english
          ? ['英语', '数学', '面谈']
          : ['语文', '数学', '英语']
    const first = {
      from_grade: from,
      to_grade: from,
      school_year: schoolYear,
      places: random.int(2, 6) * (young ? 20 : 24),
      ...(tests.length === 0 ? { note: '不测评，按规定录取' } : { tests }),
      ...about,
    }
    if (stage === 'high' || profile.kind === 'public') return [first]
    const later = {
      from_grade: from + 1,
      to_grade: to - 1,
      school_year: schoolYear,
      note: '有空位时招插班生',
    }
    return later.from_grade > later.to_grade
      ? [first]
      : [first, { ...later, tests: tests.length === 0 ? ['面谈'] : tests, ...about }]
  })
}

type Dates = Partial<Record<StepKind, readonly [month: string, days: readonly [number, number]]>>

/** When the steps come: in the year of entry, or (`-`) in the year before. */
const usualDates: Dates = {
  open: ['-12', [1, 12]],
  close: ['03', [5, 14]],
  assessment: ['03', [16, 24]],
  result: ['04', [3, 12]],
  payment: ['04', [15, 25]],
}
const publicDates: Dates = { open: ['05', [6, 10]], close: ['05', [18, 22]], result: ['06', [20, 26]] }
const rollingDates: Dates = { open: ['-11', [2, 10]] }

/** The dated steps of the next admission. */
export function admissionStepRows(profile: Profile, schoolYear: number, random: Random): AdmissionStep[] {
  const dates =
    profile.kind === 'public' ? publicDates : profile.kind === 'foreign' ? rollingDates : usualDates
  const kinds: readonly StepKind[] = ['open', 'close', 'assessment', 'result', 'payment']
  return kinds.flatMap((kind): AdmissionStep[] => {
    const [month, [from, to]] = dates[kind] ?? ['', [0, 0]]
    if (month === '') return []
    const day = String(random.int(from, to)).padStart(2, '0')
    const year = month.startsWith('-') ? schoolYear - 1 : schoolYear
    const notes: Partial<Record<StepKind, string>> =
      profile.kind === 'foreign' ? { open: '全年接受申请，额满为止' } : { payment: '逾期视为放弃学位' }
    const note = notes[kind]
    return [
      {
        kind,
        school_year: schoolYear,
        date: `${year}-${month.replace('-', '')}-${day}`,
        ...(note === undefined ? {} : { note }),
        source: sampleSource,
      },
    ]
  })
}
