import { isPastLife } from '#server/contract/catalogue/fact-statements.ts'
import { schoolColumn, schoolColumns } from '#server/contract/catalogue/school-columns.ts'
import {
  factLabel,
  factSheet,
  isFigureFact,
  isLineFact,
  isTermsFact,
  type SchoolFactName,
  type SchoolFigureFact,
  type SchoolLineFact,
  type SchoolTermsFact,
} from '#server/contract/catalogue/school-facts.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { boardings, curricula, kinds, labelOf, stages } from '#server/contract/vocabulary.ts'
import { groupedText, tuitionText, yearlyText } from '#app/ui/text/format.ts'
import { closedAwarePrice, staleMark } from '#app/ui/text/school-text.ts'
import { cityOfSchool, type SchoolFacts as School } from './school-data.ts'

/** What is said of a fact that a school does not publish, as it or an editor says. */
export const notPublished = '学校没有公布'

/** Yearly tuition as text; undefined when unknown. Public schools charge none. */
export function tuitionLabel({
  state,
  stale_facts: stale = [],
  tuition_min,
  tuition_max,
}: Pick<School, 'state' | 'stale_facts' | 'tuition_max' | 'tuition_min'>): string | undefined {
  if (tuition_min === undefined && tuition_max === undefined) return undefined
  const text = tuition_max === 0 ? '免学费' : tuitionText(tuition_min, tuition_max)
  return closedAwarePrice(state, stale.includes('tuition_min') ? marked(text) : text)
}

/** What is known, with the mark of a fact that is past its life. */
function marked(text: string): string {
  return text.endsWith(staleMark) ? text : text + staleMark
}

/** All yearly fees together as text; undefined when unknown. */
export function totalCostLabel({ state, total_cost_min, total_cost_max }: School): string | undefined {
  const text = yearlyText(total_cost_min, total_cost_max)
  return text === '' ? undefined : closedAwarePrice(state, text)
}

/** Stages as text; undefined when unknown. */
export function stagesLabel(school: School): string | undefined {
  return joined(school.stages.map((slug) => labelOf(stages, slug)))
}

/** Curricula as text; undefined when unknown. */
export function curriculaLabel(school: School): string | undefined {
  return joined(school.curricula.map((slug) => labelOf(curricula, slug)))
}

/** Curricula as text without line breaks at hyphens; undefined when unknown. */
function noWrapCurriculaLabel(school: School): string | undefined {
  return curriculaLabel(school)?.replace(/-/g, '\u2011')
}

/** Kind of school as text; undefined when unknown. */
export function kindLabel({ kind }: School): string | undefined {
  return kind && labelOf(kinds, kind)
}

/** One fact of a school as pages show it; an undefined value is unknown to this site. */
export type FactLine = {
  name: SchoolFactName
  label: string
  /** 学校没有公布 of a fact that is stated as not published; with a mark where it is past its life. */
  value: string | undefined
  isNotPublished: boolean
  /** What the value needs beside it to be understood. */
  note: string | undefined
}

type SchoolWithFees = School & Pick<SchoolDetailData, 'fees' | 'not_published' | 'passports'>

/** Of so many yearly fees it is tried out which ones add up. */
const mostFees = 10

/**
 * What the dearer end of a year's costs has more than the other: 最高才含住宿费、校车费. Undefined unless exactly one choice of
 * the yearly fees makes up the difference beside that of the tuition.
 */
export function dearerEndText(school: SchoolWithFees): string | undefined {
  const { fees, total_cost_max: most, total_cost_min: least, tuition_max: top, tuition_min: bottom } = school
  if (most === undefined || least === undefined || top === undefined || bottom === undefined) return undefined
  const more = most - top - (least - bottom)
  const yearly = fees.filter(({ amount, per }) => per === 'year' && amount > 0)
  if (more <= 0 || yearly.length > mostFees) return undefined
  const choices = yearly.reduce<(typeof yearly)[]>(
    (all, fee) => [...all, ...all.map((some) => [...some, fee])],
    [[]],
  )
  const [only, ...others] = choices.filter(
    (some) => some.reduce((sum, { amount }) => sum + amount, 0) === more,
  )
  return only === undefined || others.length > 0
    ? undefined
    : `最高才含${only.map(({ label }) => label).join('、')}`
}

type Texts = {
  [Name in Exclude<SchoolFactName, SchoolFigureFact | SchoolLineFact | SchoolTermsFact>]: (
    school: School,
  ) => string | undefined
}

/** A figure with its unit: `约1,200人`, `1:8`. */
export function figureText(name: SchoolFigureFact, figure: number): string {
  const { isRounded, unit: [before, after] = ['', ''], value } = schoolColumn(name)
  if (value.type === 'money') return `${before}${groupedText(figure)}${after}`
  return isRounded === true ? `约${before}${groupedText(figure)}${after}` : `${before}${figure}${after}`
}

const texts: Texts = {
  kind: kindLabel,
  stages: stagesLabel,
  curricula: noWrapCurriculaLabel,
  boarding: ({ boarding }) => boarding && labelOf(boardings, boarding),
  tuition_min: tuitionLabel,
  total_cost_min: totalCostLabel,
  district: (school) => school.district && `${cityOfSchool(school).name} ${school.district.name}`,
  phone: ({ phone }) => phone,
}

/** One fact of a school. */
export function factLine(school: SchoolWithFees, name: SchoolFactName): FactLine {
  const figure = isFigureFact(name) ? school[name] : undefined
  const known = isFigureFact(name)
    ? figure === undefined
      ? undefined
      : figureText(name, figure)
    : isLineFact(name)
      ? school[name]
      : isTermsFact(name)
        ? joined((school[name] ?? []).map((slug) => labelOf(schoolColumns[name].value.terms, slug)))
        : texts[name](school)
  const isNotPublished = known === undefined && school.not_published.includes(name)
  return {
    name,
    label: factLabel(name),
    value: isNotPublished
      ? notPublished
      : known && isPastLife(school.passports, name)
        ? marked(known)
        : known,
    isNotPublished,
    note: name === 'total_cost_min' ? dearerEndText(school) : undefined,
  }
}

const allFacts = [...factSheet, 'address', 'phone'] as const

/** How many facts this site does not know, and how many it does. */
export function countFacts(school: SchoolWithFees): { missing: number; known: number } {
  const missing = allFacts.filter((name) => factLine(school, name).value === undefined).length
  return { missing, known: allFacts.length - missing }
}

function joined(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : words.join('、')
}
