import type { SchoolDetailData } from '#server/contract/schools.ts'
import { shortDateText } from '#app/ui/text/format.ts'
import { unusualState } from '#app/ui/text/school-text.ts'
import { telephoneLink, websiteLink } from '#app/school/contact-links.ts'
import { factLines, notPublished } from '#app/school/fact-labels.ts'
import { cityOfSchool } from '#app/school/school-data.ts'

type School = SchoolDetailData

/** One row of the comparison; a bar's `share` is 0 to 1 of the greatest value. */
export type CompareRow = {
  label: string
  isDifferent: boolean
  cells: { text: string; isMissing?: boolean; share?: number }[]
}

/** Column head of a school with its links. */
export type CompareSchool = {
  id: number
  name: string
  city: string
  state?: string
  phone?: string
  call?: string
  website?: string
}

/** Rows that are also drawn as bars, with the value that is measured. */
const measures: Readonly<Record<string, (school: School) => number | undefined>> = {
  在校生: ({ students }) => students,
  班级人数: ({ class_size }) => class_size,
  师生比: ({ teacher_ratio }) => teacher_ratio,
  外教占比: ({ foreign_teachers }) => foreign_teachers,
  学费: ({ tuition_min, tuition_max }) => tuition_max ?? tuition_min,
  一年总费用: ({ total_cost_min, total_cost_max }) => total_cost_max ?? total_cost_min,
}

/** Explanation of the bars. */
export const barNote = '横条越长，数值越大；学费和总费用按最高的一档算。'

/** Rows of the comparison in the order of the fact sheet. */
export function compareRows(schools: readonly School[]): CompareRow[] {
  const sheets = schools.map(linesOf)
  return (sheets[0] ?? []).map(({ label }, at) => {
    const cells = sheets.map((sheet) => ({ text: notPublished, ...sheet[at] }))
    const values = schools.map((school) => measures[label]?.(school))
    const greatest = Math.max(0, ...values.map((value) => value ?? 0))
    return {
      label,
      isDifferent: new Set(cells.map(({ text }) => text)).size > 1,
      cells: cells.map(({ text, isMissing }, index) => {
        const value = values[index]
        return {
          text,
          ...(isMissing === true ? { isMissing } : {}),
          ...(value === undefined || greatest === 0 ? {} : { share: value / greatest }),
        }
      }),
    }
  })
}

function linesOf(school: School) {
  const lines = factLines(school).map(({ label, value, missing }) => cell(label, value, missing))
  const day = school.next_open_day
  return [
    ...lines,
    cell('地址', school.address),
    cell('开放日', day === undefined ? undefined : shortDateText(day), '近期没有开放日'),
  ]
}

function cell(label: string, value: string | undefined, missing = notPublished) {
  return { label, text: value ?? missing, isMissing: value === undefined }
}

/** The column head of a school. */
export function compareSchool(school: School): CompareSchool {
  const state = unusualState(school)
  const { id, name, phone } = school
  const call = phone === undefined ? undefined : telephoneLink(phone)
  const website = school.website === undefined ? undefined : websiteLink(school.website)
  return {
    id,
    name,
    city: cityOfSchool(school).name,
    ...(state === undefined ? {} : { state }),
    ...(phone === undefined ? {} : { phone }),
    ...(call === undefined ? {} : { call }),
    ...(website === undefined ? {} : { website }),
  }
}
