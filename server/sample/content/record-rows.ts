import type { SchoolRecord } from '#server/contract/child/school-entry.ts'
import { labelOf, stages } from '#server/contract/vocabulary.ts'
import { sampleSource } from '#server/db/content/sample-rows.ts'
import type { Calendar } from './calendar.ts'
import type { Fate } from './fate.ts'
import type { Profile } from './profiles.ts'

type Wanted = {
  profile: Profile
  calendar: Calendar
  fate: Fate
  /** The day on which a closed school was closed. */
  closedOn: string
  founded: number | undefined
  stem: string
  name: string
  former: string | undefined
  /** Whether the latest inspection and plan are known. */
  full: boolean
}

const bureau = `${sampleSource}：教育主管部门公告`

/** What official sources say about a school, latest first. */
export function recordRows(wanted: Wanted): SchoolRecord[] {
  const { profile, calendar, fate, closedOn, founded, stem, name, former, full } = wanted
  const present = calendar.intakeYear - 1
  const taught = profile.stages.map((stage) => labelOf(stages, stage)).join('、')
  const record = (kind: SchoolRecord['kind'], date: string, detail: string): SchoolRecord => ({
    kind,
    date,
    detail,
    source: bureau,
  })
  const last = fate === 'closed' ? Number(closedOn.slice(0, 4)) - 1 : present
  const rows = [
    ...(founded === undefined
      ? []
      : [
          record('licence', `${founded}-06-18`, `取得办学许可，办学内容：${taught}`),
          ...(profile.kind === 'public'
            ? []
            : [record('operator', `${founded}-06-18`, `举办者：${stem}教育（示例机构）`)]),
        ]),
    ...(former === undefined
      ? []
      : [record('rename', `${calendar.year - 3}-07-15`, `校名由“${former}”变更为“${name}”`)]),
    ...(full ? [record('inspection', `${last}-04-28`, `${last - 1} 年度检查结论：合格`)] : []),
    ...(full && fate === 'open'
      ? [record('plan', `${present}-05-21`, `列入 ${present} 年招生计划：${taught}`)]
      : []),
    ...(fate === 'not_enrolling'
      ? [
          record(
            'suspension',
            `${present}-10-12`,
            `${calendar.intakeYear} 年秋季暂停招收新生，在读学生照常上课`,
          ),
        ]
      : []),
    ...(fate === 'closed' ? [record('suspension', closedOn, '停止办学，在读学生已安置')] : []),
  ]
  return rows.toSorted((a, b) => (a.date < b.date ? 1 : Number(a.date === b.date) - 1))
}
