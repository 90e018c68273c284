import type { SchoolCardData } from '#server/contract/schools/schools.ts'
import { curricula, kinds, labelOf } from '#server/contract/vocabulary.ts'
import type { Verdict } from '#app/child/verdict-text.tsx'
import { nameWords } from './name-words.ts'
import { shortDateText, tuitionText } from '../ui/text/format.ts'
import { schoolFacts, stagesText } from '../ui/text/school-facts.ts'
import { closedAwarePrice, staleMark, unusualState } from '../ui/text/school-text.ts'

/**
 * View model of a school card, as texts. A page contains it twice, as HTML and as loader data: the same texts
 * compress well the second time, slugs and whole records do not.
 */
export type SchoolCardView = {
  id: number
  name: string
  /** The words of a long name. */
  words?: string[]
  /** English name, where it may be what was searched for. */
  english?: string
  /** 暂停招生 or 已停办. */
  state?: string
  closed?: true
  kind?: string
  curricula: string[]
  facts: string
  /** Absent when not published. */
  fee?: string
  /** Why there is no fee for the child of the page. */
  noFee?: string
  /** Whether that child may enter. */
  verdict?: Verdict
  /** The one condition of the list that it misses. */
  miss?: string
  /** Dates and distance for that child. */
  notes?: string[]
  /** Day of the next open day. */
  day?: string
  /** The picture of the campus, else the logo. */
  cover?: { src: string; width: number; height: number; color: string }
  /** Invented sample content. */
  sample?: boolean
}

/** Whether there are schools and all of them are sample content: a list of them says so once. */
export function areSample(schools: readonly Pick<SchoolCardView, 'sample'>[]): boolean {
  return schools.length > 0 && schools.every(({ sample }) => sample === true)
}

/** The most tags that a card shows: state, kind and curricula. */
const maxTags = 3

/** The view model of a school, with the city's name on lists of several cities, and with the English name in searches. */
export function schoolCardView(
  school: SchoolCardData,
  { withCity = false, withEnglish = false } = {},
): SchoolCardView {
  const { id, name, name_en, kind, next_open_day, cover = school.logo, sample } = school
  const state = unusualState(school)
  const otherTags = [state, kind].filter((tag) => tag !== undefined).length
  const price = priceText(school)
  const words = nameWords(name)
  return {
    id,
    name,
    ...(words === undefined ? {} : { words }),
    ...(withEnglish && name_en !== undefined ? { english: name_en } : {}),
    ...(state === undefined ? {} : { state }),
    ...(school.state === 'closed' ? { closed: true as const } : {}),
    ...(kind === undefined ? {} : { kind: labelOf(kinds, kind) }),
    curricula: school.curricula.slice(0, maxTags - otherTags).map((slug) => labelOf(curricula, slug)),
    facts: schoolFacts(school, withCity),
    ...(price === undefined ? {} : { fee: closedAwarePrice(school.state, price) }),
    ...(next_open_day === undefined ? {} : { day: `开放日${shortDateText(next_open_day)}` }),
    ...(cover
      ? { cover: { src: cover.src, width: cover.width, height: cover.height, color: cover.color } }
      : {}),
    ...(sample ? { sample } : {}),
  }
}

/** The yearly tuition: of the stages that the list is of, said by name, else of the whole school. */
function priceText({
  stage_tuition: own,
  stale_facts: stale = [],
  tuition_max: max,
  tuition_min: min,
}: SchoolCardData) {
  const ofStages = own && stagesText(own.stages)
  if (own?.min !== undefined) {
    const price = tuitionText(own.min, own.max)
    // Of a narrow card's line the stage goes before the range breaks.
    return own.max === 0 ? `${ofStages}${price}` : `${ofStages} ${price.replace('–', '–\u2060')}`
  }
  if (min === undefined && max === undefined) return undefined
  return `${own === undefined ? '' : '全校 '}${tuitionText(min, max)}${stale.includes('tuition_min') ? staleMark : ''}`
}
