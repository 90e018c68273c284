import type { SchoolDetailData } from '#server/contract/schools.ts'
import { hasChild, type ChildQuery } from '#app/child/child-query.ts'
import { placeLabel } from '#app/child/read-child.server.ts'
import { textForChild } from '#app/child/text-for-child.server.ts'
import { notPublished } from '#app/school/fact-labels.ts'
import type { CompareRow } from './compare-view.ts'

const labels = ['能不能报', '一年费用', '第一年', '时间', '路程']

/** Rows of the comparison that say what the schools mean for a child; none without one. */
export function rowsForChild(schools: readonly SchoolDetailData[], child: ChildQuery): CompareRow[] {
  if (!hasChild(child)) return []
  const sheets = schools.map(({ child: answer, city_code }) => ({
    lines: answer === undefined ? [] : textForChild(answer, placeLabel(child, city_code)).lines,
    missing: answer?.entry?.verdict === 'no' ? '不能报' : notPublished,
  }))
  const shown = labels.filter((label) =>
    sheets.some(({ lines }) => lines.some((line) => line.label === label)),
  )
  return shown.map((label) => {
    const cells = sheets.map(({ lines, missing }) => {
      const line = lines.find((each) => each.label === label)
      if (line === undefined) return { text: missing, isMissing: true }
      const { text = '', verdict } = line
      return { text: verdict === undefined ? text : `${verdict.label}：${verdict.reason}` }
    })
    return { label, isDifferent: new Set(cells.map(({ text }) => text)).size > 1, cells }
  })
}
