import type { SchoolCardData } from '#server/contract/schools.ts'
import { curricula, kinds, labelOf } from '#server/contract/vocabulary.ts'
import type { Verdict } from '#app/child/verdict-text.tsx'
import { firstSentence, shortDateText, tuitionText } from '../ui/text/format.ts'
import { closedAwarePrice, schoolFacts, unusualState } from '../ui/text/school-text.ts'

/**
 * View model of a school card, as texts. A page contains it twice, as HTML and as loader data: the same texts
 * compress well the second time, slugs and whole records do not.
 */
export type SchoolCardView = {
  id: number
  name: string
  /** English name. */
  english?: string
  /** 暂停招生 or 已停办. */
  state?: string
  closed?: true
  kind?: string
  curricula: string[]
  facts: string
  /** The first sentence of its summary. */
  summary?: string
  /** Absent when not published. */
  fee?: string
  /** Why there is no fee for the child of the page. */
  noFee?: string
  /** Whether that child may enter. */
  verdict?: Verdict
  /** Dates and distance for that child. */
  notes?: string[]
  /** Day of the next open day. */
  day?: string
  cover?: { src: string; width: number; height: number; color: string }
  /** Invented sample content. */
  sample?: boolean
}

/** The most curricula that a card shows. */
const maxCurricula = 4

/** The view model of a school, with the city's name on lists of several cities. */
export function schoolCardView(school: SchoolCardData, { withCity = false } = {}): SchoolCardView {
  const { id, name, name_en, kind, summary, tuition_min, tuition_max, next_open_day, cover, sample } = school
  const state = unusualState(school)
  const isPriced = tuition_min !== undefined || tuition_max !== undefined
  return {
    id,
    name,
    ...(name_en === undefined ? {} : { english: name_en }),
    ...(state === undefined ? {} : { state }),
    ...(school.state === 'closed' ? { closed: true as const } : {}),
    ...(kind === undefined ? {} : { kind: labelOf(kinds, kind) }),
    curricula: school.curricula.slice(0, maxCurricula).map((slug) => labelOf(curricula, slug)),
    facts: schoolFacts(school, withCity),
    ...(summary === undefined ? {} : { summary: firstSentence(summary) }),
    ...(isPriced ? { fee: closedAwarePrice(school.state, tuitionText(tuition_min, tuition_max)) } : {}),
    ...(next_open_day === undefined ? {} : { day: `开放日${shortDateText(next_open_day)}` }),
    ...(cover
      ? { cover: { src: cover.src, width: cover.width, height: cover.height, color: cover.color } }
      : {}),
    ...(sample ? { sample } : {}),
  }
}
