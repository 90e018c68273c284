import type { Identity } from './entry-terms.ts'
import { gradeOfLevel, mergedRanges, rangeLabel } from '../grades.ts'
import { notKnown } from '../not-known.ts'
import { hasPlaces, type Stay } from './cost-for.ts'
import type { Eligibility, EntryGrade } from './school-entry.ts'
import { labelOf, stages, type Boarding, type Kind, type Stage, type Term } from '../vocabulary.ts'

/** Whether a child may enter a school; 要确认: something is known, and not for sure. In the order in which lists have them. */
export const entryVerdicts = [
  { slug: 'yes', label: '可以报' },
  { slug: 'ask', label: '要确认' },
  { slug: 'no', label: '不能报' },
  { slug: 'unknown', label: '还不知道' },
] as const satisfies readonly Term[]
export type EntryVerdict = (typeof entryVerdicts)[number]['slug']

/** A verdict with its reasons in Chinese; `ask`: what to ask the school or to choose before it is certain. */
export type EntryAnswer = {
  verdict: EntryVerdict
  reason: string
  ask: string[]
  /** The verdict is `no` because the school has no place of this kind, and for nothing else. */
  lacks_place?: Stay
  /** The verdict is `no` because the school takes nobody of the child's group, whatever else may refuse it. */
  refuses_identity?: true
  source?: string
  source_date?: string
}

/** What is known of a school that decides who enters. */
export type EntrySource = {
  kind?: Kind | undefined
  state: 'open' | 'not_enrolling' | 'closed'
  boarding?: Boarding | undefined
  /** Empty: not known. */
  stages: readonly Stage[]
  entry_grades: readonly EntryGrade[]
  eligibility: readonly Eligibility[]
}

/** The child's grade at entry, group and kind of place, as far as they are known. */
export type Applicant = {
  level?: number | undefined
  identity?: Identity | undefined
  stay?: Stay | undefined
}

/** What one rule says; `isOpen`: nothing, because nobody stated it or the child is not said. */
type Finding = Omit<EntryAnswer, 'ask' | 'verdict'> & {
  verdict: Exclude<EntryVerdict, 'unknown'>
  ask?: string
  isOpen?: true
}

/** By the national rule schools for foreign nationals' children exist for these alone. */
const foreignSchoolRule = '《关于开办外籍人员子女学校的暂行管理办法》'

const pupils: Record<Identity, string> = {
  mainland: '内地户籍的学生',
  foreign: '持外国护照的学生',
  hmt: '港澳台学生',
  overseas: '华侨学生',
}

/** Who stated it, and the day to which it applies, where known. */
function sourceOf({
  source,
  source_date: date,
}: {
  source?: string | undefined
  source_date?: string | undefined
}) {
  return { ...(source === undefined ? {} : { source }), ...(date === undefined ? {} : { source_date: date }) }
}

function stateFindings({ state, stages: taught }: EntrySource, level: number | undefined): Finding[] {
  const grade = level === undefined ? undefined : gradeOfLevel(level)
  return [
    ...(state === 'closed' ? [{ verdict: 'no' as const, reason: '学校已经停办' }] : []),
    ...(state === 'not_enrolling' ? [{ verdict: 'no' as const, reason: '学校暂停招生' }] : []),
    ...(grade && taught.length > 0 && !taught.includes(grade.stage)
      ? [{ verdict: 'no' as const, reason: `学校没有${labelOf(stages, grade.stage)}` }]
      : []),
  ]
}

const widthOf = ({ from_grade: from, to_grade: to }: Eligibility) =>
  from === undefined || to === undefined ? Infinity : to - from
const strictness = { no: 0, conditional: 1, yes: 2 } as const

/** The statement on a group that is closest to the grade; of equal ones the strictest. */
function closest(rows: readonly Eligibility[]): Eligibility | undefined {
  return rows.toSorted((a, b) => widthOf(a) - widthOf(b) || strictness[a.verdict] - strictness[b.verdict])[0]
}

function identityFinding({ kind, eligibility }: EntrySource, { level, identity }: Applicant): Finding {
  if (identity === undefined) return { verdict: 'ask', reason: '还没有选孩子的户籍或护照', isOpen: true }
  const group = pupils[identity]
  if (kind === 'foreign' && identity === 'mainland') {
    return { verdict: 'no', reason: '外籍人员子女学校不招境内中国公民的子女', source: foreignSchoolRule }
  }
  const about = eligibility.filter((row) => row.identity === identity)
  const isFor = ({ from_grade: from, to_grade: to }: Eligibility) =>
    from === undefined || to === undefined || (level !== undefined && from <= level && level <= to)
  const stated = closest(about.filter(isFor))
  if (stated === undefined) {
    if (level === undefined && about.length > 0)
      return { verdict: 'ask', reason: `各年级收${group}的规定不一样` }
    if (kind === 'foreign' && identity === 'foreign') {
      return { verdict: 'yes', reason: '外籍人员子女学校招有居留证件的外籍孩子', source: foreignSchoolRule }
    }
    return {
      verdict: 'ask',
      reason: `${notKnown}收不收${group}`,
      ask: `收不收${group}，要什么条件和材料`,
      isOpen: true,
    }
  }
  const source = sourceOf(stated)
  const condition = stated.condition === undefined ? '' : `：${stated.condition}`
  if (stated.verdict === 'no') return { verdict: 'no', reason: `不收${group}${condition}`, ...source }
  if (stated.verdict === 'yes') return { verdict: 'yes', reason: `收${group}${condition}`, ...source }
  return stated.condition === undefined
    ? {
        verdict: 'ask',
        reason: `收${group}，${notKnown}条件`,
        ask: `收${group}要什么条件和材料`,
        ...source,
      }
    : {
        verdict: 'ask',
        reason: `收${group}，${conditionText(stated.condition)}`,
        ask: '这个条件要用什么材料证明',
        ...source,
      }
}

/** A condition as schools word it: what is asked of a family as 须持港澳台居民居住证, other words after 条件：. */
function conditionText(condition: string): string {
  return `${/^(?:持|提供|孩子|父母)/.test(condition) ? '须' : '条件：'}${condition}`
}

/** What is stated for the latest school year, and what is stated as usual. */
function latestEntryGrades(rows: readonly EntryGrade[]): EntryGrade[] {
  const latest = Math.max(...rows.map(({ school_year: year }) => year ?? -Infinity))
  return rows.filter(({ school_year: year }) => year === undefined || year === latest)
}

/** What a school says of taking new pupils into a grade, whoever they are. */
export function gradeFinding(
  { entry_grades: rows }: Pick<EntrySource, 'entry_grades'>,
  level: number | undefined,
  year: number,
): Finding {
  const grade = level === undefined ? undefined : gradeOfLevel(level)
  if (grade === undefined) return { verdict: 'ask', reason: '还没有选年级', isOpen: true }
  const { label } = grade
  if (rows.length === 0) {
    const ask = `${year} 年${label}有没有学位，收不收插班生`
    return { verdict: 'ask', reason: `${notKnown}${label}招不招新生`, ask, isOpen: true }
  }
  const stated = latestEntryGrades(rows)
  const covering = stated.filter((row) => row.from_grade <= grade.level && grade.level <= row.to_grade)
  const named = covering.find(({ places }) => places !== 0)
  const [first] = covering.length > 0 ? covering : stated
  const about = named ?? first
  const of = about?.school_year === undefined ? '' : `${about.school_year} 年`
  const source = about === undefined ? {} : sourceOf(about)
  if (named !== undefined) {
    const note = named.note === undefined ? '' : `（${named.note}）`
    return { verdict: 'yes', reason: `${of}招${label}新生${note}`, ...source }
  }
  if (covering.length > 0) return { verdict: 'no', reason: `${of}${label}没有名额`, ...source }
  const taken = stated.filter(({ places }) => places !== 0)
  const ranges = mergedRanges(taken.map((row) => ({ from: row.from_grade, to: row.to_grade })))
  const others = ranges.length === 0 ? '' : `，招${ranges.map(rangeLabel).join('、')}`
  return { verdict: 'no', reason: `${of}不招${label}新生${others}`, ...source }
}

/** Why a school has no place of a kind. */
export const noPlaceTexts: Record<Stay, string> = { boarding: '学校只收走读生', day: '学校只收住校生' }

/**
 * Whether a child may enter: the strictest of what the school's state, its stages, its places for boarders and day pupils,
 * the rules on the child's group and the grades that take new pupils say. What nobody states is to be asked, and where nothing is
 * stated the verdict is not known. The verdict does not depend on `year`, the
 * year of entry, which is only named: the latest statement counts, and its reason names its own year.
 */
export function judgeEntry(
  source: EntrySource,
  { level, identity, stay, year }: Applicant & { year: number },
): EntryAnswer {
  const impossible = stateFindings(source, level)
  const ofGroup = identityFinding(source, { level, identity })
  const findings = impossible.length > 0 ? impossible : [ofGroup, gradeFinding(source, level, year)]
  const verdict =
    (['no', 'ask'] as const).find((each) => findings.some((found) => found.verdict === each)) ?? 'yes'
  if (verdict !== 'no' && stay !== undefined && !hasPlaces(source.boarding, stay))
    return { verdict: 'no', reason: noPlaceTexts[stay], ask: [], lacks_place: stay }
  const deciding = findings.filter((found) => found.verdict === verdict)
  return {
    verdict: findings.every(({ isOpen }) => isOpen) ? 'unknown' : verdict,
    reason: deciding
      .map(({ reason }) => reason)
      .join('；')
      .replace(/(还没查到[^；]*)；还(?=没查到)/, '$1，也'),
    ask: deciding.map(({ ask }) => ask).filter((ask) => ask !== undefined),
    ...(verdict === 'no' && deciding.includes(ofGroup) ? { refuses_identity: true as const } : {}),
    ...sourceOf(deciding.find(({ source: stated }) => stated !== undefined) ?? {}),
  }
}
