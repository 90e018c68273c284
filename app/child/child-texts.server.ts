import type { ChildAnswer } from '#server/contract/child/child.ts'
import { estimateTravel } from '#server/contract/child/distance.ts'
import { shownCost, yearlyCostText } from '#server/contract/child/cost-for.ts'
import { stays, stepKinds } from '#server/contract/child/entry-terms.ts'
import { gradeOfSlug } from '#server/contract/grades.ts'
import { entryVerdicts, noPlaceTexts } from '#server/contract/child/judge-entry.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { isPastYear } from './school-year.server.ts'
import { dayText } from '#app/ui/text/format.ts'
import type { Verdict } from './verdict-text.tsx'
import { nonBreakingUnits } from '#app/ui/text/non-breaking-units.server.ts'

/** What a school's answer for a child says, in Chinese; what is not known is not said. */

type Cost = NonNullable<ChildAnswer['cost']>

/** The grade that an answer is about: 五年级. */
export function gradeText({ grade }: ChildAnswer): string {
  return (grade && gradeOfSlug(grade)?.label) ?? ''
}

const looks = { yes: 'tag strong', ask: 'tag', no: 'tag warn', unknown: 'tag' } as const

/** The verdict on a child's entry as pages show it. */
function verdictView({ reason, verdict }: NonNullable<ChildAnswer['entry']>): Verdict {
  return { look: looks[verdict], label: labelOf(entryVerdicts, verdict), reason }
}

/** Whether the school takes such children but has no place of the kind that the child is to have. */
export function lacksPlace({ entry }: ChildAnswer): boolean {
  return entry?.lacks_place !== undefined
}

/** Whether the school takes no such child in any place. */
export function isRefused(answer: ChildAnswer): boolean {
  return answer.entry?.verdict === 'no' && !lacksPlace(answer)
}

/** The verdict on a child; 不能住校 where the school lacks a place for it. */
export function verdictFor({ entry }: ChildAnswer): Verdict | undefined {
  if (entry?.lacks_place === undefined) return entry && verdictView(entry)
  return { ...verdictView(entry), label: `不能${labelOf(stays, entry.lacks_place)}` }
}

/** Why there are no costs of the child's kind of place: 学校只收走读生; undefined where there may be. */
export function noCostText(cost: Cost): string | undefined {
  return cost.unavailable ? noPlaceTexts[cost.stay] : undefined
}

const missingTexts = { tuition: '学费', lodging: '住宿费', bus: '校车费' } as const

/** What a yearly sum lacks because nobody states it: 住宿费、校车费; undefined when it is whole. */
export function missingText({ missing }: Cost): string | undefined {
  return missing.length === 0 ? undefined : missing.map((each) => missingTexts[each]).join('、')
}

/**
 * Everything that is paid every year, as one number: 走读一年要付 18.6 万; undefined when it is not known. Of a school
 * without a place of the child's kind it is the cost of the other kind. A school year that is over is named:
 * 走读一年要付 18.6 万（2024 学年）. Without `name`, where 一年要付 stands beside it: 走读 18.6 万.
 */
export function yearlyText(cost: Cost, name?: ''): string | undefined {
  const known = shownCost(cost)
  if (known === undefined) return undefined
  const year = isPastYear(known.school_year) ? `（${known.school_year}\u00a0学年）` : ''
  return `${yearlyCostText(known, name)}${year}`
}

/** The same with the grade: 五年级走读一年要付 18.6 万, and below its name 五年级走读 18.6 万. */
export function gradeCostText(answer: ChildAnswer, cost: Cost, name?: ''): string | undefined {
  const text = yearlyText(cost, name)
  return text && `${gradeText(answer)}${text}`
}

/** Metres as people say them: 800 米, 3.2 公里, 24 公里. */
export function metresText(metres: number): string {
  if (metres < 1000) return `${Math.max(100, Math.round(metres / 100) * 100)}\u00a0米`
  const kilometres = metres / 1000
  return `${kilometres < 10 ? Number(kilometres.toFixed(1)) : Math.round(kilometres)}\u00a0公里`
}

/** The way to school from a named place: 离蛇口直线 3.2 公里; undefined when no place was named, or the school's is not known. */
export function distanceText({ distance }: ChildAnswer, place: string | undefined): string | undefined {
  if (place === undefined || distance === undefined) return undefined
  return `离${place}直线 ${metresText(distance)}`
}

/** From how many minutes on a way is said in half hours. */
const longWay = 120

/** An estimate of the way, said to be one: 开车约 13–26 分钟, of a long way 开车约 1–2.5 小时. */
export function travelText({ distance }: ChildAnswer): string | undefined {
  return distance === undefined ? undefined : estimateText(distance)
}

/** An estimate of a way from its straight line in metres, said to be one. */
export function estimateText(metres: number): string {
  const { mode, minutes: range } = estimateTravel(metres)
  const [least, most] = range
  const time =
    most < longWay
      ? `${least}–${most} 分钟`
      : `${[least, most].map((minutes) => Math.round(minutes / 30) / 2).join('–')} 小时`
  return nonBreakingUnits(`${mode === 'walk' ? '步行' : '开车'}约 ${time}（按直线距离估算）`)
}

/** Whether a step is the beginning of a registration, which lies ahead. */
function isOpening({ closes, days, end_date: end, kind }: NonNullable<ChildAnswer['deadline']>): boolean {
  return closes !== undefined || (kind === 'open' && end === undefined && days > 0)
}

/** The step that must not be missed, with the days until it. None for who cannot enter. */
export function deadlineText(answer: ChildAnswer): string | undefined {
  const { deadline, entry } = answer
  if (entry === undefined || deadline === undefined || isRefused(answer)) return undefined
  const { closes, days, kind, round = '' } = deadline
  if (isOpening(deadline)) {
    const end = closes === undefined ? '' : `，${dayText(closes)}截止`
    return `${round}${shortDay(deadline.date, days)}开始报名${end}`
  }
  const day = dayText(deadline.end_date ?? deadline.date)
  const what = `${round}${labelOf(stepKinds, kind)}`
  if (days < 0) return `${what}：${day}，已经过了`
  return days === 0 ? `${what}：就是今天` : `${what}：${day}，还有 ${days} 天`
}

/** A day without its year, which is clear within the next twelve months. */
const shortDay = (day: string, days: number) => (days > 330 ? dayText(day) : dayText(day).slice(5))

/** The same in short, for cards: 报名还剩 102 天, 12月6日开始报名, 报名3月7日已截止. */
export function shortDeadlineText(answer: ChildAnswer): string | undefined {
  const { deadline } = answer
  if (deadline === undefined || isRefused(answer)) return undefined
  const { date, days, end_date: end, kind, round = '' } = deadline
  if (isOpening(deadline)) return `${round}${shortDay(date, days)}开始报名`
  if (kind !== 'close' || days === 0) return deadlineText(answer)
  return days < 0 ? `${round}报名${shortDay(end ?? date, -days)}已截止` : `报名还剩 ${days} 天`
}

/** Who stated something and when: 招生简章，2026年3月1日; undefined when nobody is named. */
export function sourceText({
  source,
  source_date,
}: {
  source?: string | undefined
  source_date?: string | undefined
}) {
  if (source === undefined) return undefined
  return source_date === undefined ? source : `${source}，${dayText(source_date)}`
}
