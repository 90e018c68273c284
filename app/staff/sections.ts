import type { StaffRight } from '#server/contract/staff/roles.ts'
import { contentPath, draftsPath } from './content-paths.ts'
import { completenessPath } from './fact-paths.ts'
import { eventsPath } from './event-paths.ts'
import { openDaysPath } from './open-day-paths.ts'
import {
  auditPath,
  batchPath,
  correctionsPath,
  exportsPath,
  importsPath,
  operationsPath,
  leadsPath,
  membersPath,
  questionsPath,
  todayPath,
  visitorSessionsPath,
} from './paths.ts'

/**
 * A section of the area: its name in the navigation, its first page, where more of its pages begin, and the right that shows
 * it.
 */
export type Section = { label: string; path: string; further?: readonly string[]; right?: StaffRight }

/** All sections in the order of the navigation; without a right they are everybody's. */
const sections: readonly Section[] = [
  { label: '今天', path: todayPath },
  { label: '线索', path: leadsPath, further: [batchPath('leads')], right: 'leads.read' },
  { label: '内容', path: contentPath, further: [draftsPath, completenessPath], right: 'content.read' },
  { label: '开放日', path: openDaysPath, right: 'content.read' },
  { label: '问答', path: questionsPath, right: 'questions.review' },
  { label: '纠错', path: correctionsPath, right: 'questions.review' },
  { label: '活动', path: eventsPath, further: ['/guests/', '/devices/'], right: 'events.write' },
  { label: '导入', path: importsPath, right: 'imports.run' },
  { label: '导出', path: exportsPath, right: 'exports.content' },
  { label: '家长登录', path: visitorSessionsPath, right: 'visitor_sessions.write' },
  { label: '成员', path: membersPath, right: 'members.write' },
  { label: '记录', path: auditPath, right: 'audit.read' },
  { label: '运行', path: operationsPath, right: 'operations.read' },
]

/** The sections of a member with these rights. */
export function sectionsFor(rights: readonly StaffRight[]): Section[] {
  return sections.filter(({ right }) => right === undefined || rights.includes(right))
}

/** The section that a page of the area belongs to; undefined for a page of the member's own, such as the account. */
export function sectionOf(pathname: string, all: readonly Section[] = sections): Section | undefined {
  return all.find(({ path, further = [] }) => [path, ...further].some((start) => pathname.startsWith(start)))
}
