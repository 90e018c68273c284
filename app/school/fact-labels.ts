import type { SchoolDetailData } from '#server/contract/school-detail.ts'
import { boardings, curricula, kinds, labelOf, stages } from '#server/contract/vocabulary.ts'
import { groupedText, tuitionText, yearlyText } from '#app/ui/text/format.ts'
import { closedAwarePrice } from '#app/ui/text/school-text.ts'
import { cityOfSchool, type SchoolFacts as School } from './school-data.ts'

/** Placeholder of a fact that a school has not published. */
export const notPublished = '学校没有公布'

/** Yearly tuition as text; undefined when unknown. Public schools charge none. */
export function tuitionLabel({ state, tuition_min, tuition_max }: School): string | undefined {
  if (tuition_min === undefined && tuition_max === undefined) return undefined
  return closedAwarePrice(state, tuition_max === 0 ? '免学费' : tuitionText(tuition_min, tuition_max))
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

/** One line of the fact sheet; an undefined value is unknown. */
export type FactLine = {
  label: string
  value: string | undefined
  missing: string
  /** What the value needs beside it to be understood. */
  note: string | undefined
}

const line = (label: string, value: string | undefined, missing = notPublished, note?: string) => ({
  label,
  value,
  missing,
  note,
})

type SchoolWithFees = School & Pick<SchoolDetailData, 'fees'>

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

/** The fact sheet up to the district; all schools have the same order. */
export function factLines(school: SchoolWithFees): FactLine[] {
  const { boarding, class_size, district, foreign_teachers, founded, students, teacher_ratio } = school
  const city = cityOfSchool(school).name
  return [
    line('办学类型', kindLabel(school)),
    line('学段', stagesLabel(school)),
    line('课程', noWrapCurriculaLabel(school)),
    line('住校', boarding && labelOf(boardings, boarding)),
    line('建校', founded === undefined ? undefined : `${founded}年`),
    line('在校生', students === undefined ? undefined : `约${groupedText(students)}人`),
    line('班级人数', class_size === undefined ? undefined : `约${class_size}人`),
    line('师生比', teacher_ratio === undefined ? undefined : `1:${teacher_ratio}`),
    line('外教占比', foreign_teachers === undefined ? undefined : `${foreign_teachers}%`),
    line('学费', tuitionLabel(school)),
    line('一年总费用', totalCostLabel(school), notPublished, dearerEndText(school)),
    line('区域', district ? `${city} ${district.name}` : undefined, `${city}，区域没有公布`),
  ]
}

const contactFacts = ({ address, phone }: School) => [
  { label: '地址', value: address },
  { label: '电话', value: phone },
]

/** Labels of the facts that are unknown. */
export function missingFacts(school: SchoolWithFees): string[] {
  const lines = [...factLines(school), ...contactFacts(school)]
  return lines.filter(({ value }) => value === undefined).map(({ label }) => label)
}

/** Labels of the facts that are known, name and city first. */
export function knownFacts(school: SchoolWithFees): string[] {
  const lines = [...factLines(school), ...contactFacts(school)]
  const known = lines.filter(({ value }) => value !== undefined).map(({ label }) => label)
  return ['名称', '城市', ...known, ...(school.aliases.length > 0 ? ['简称、别名'] : [])]
}

function joined(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : words.join('、')
}
