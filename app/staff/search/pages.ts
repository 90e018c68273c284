import { contentKinds } from '#server/contract/staff/content.ts'
import type { StaffRight } from '#server/contract/staff/roles.ts'
import { contentKindPath, draftsPath } from '../content-paths.ts'
import { newEventPath, tryScannerPath } from '../event-paths.ts'
import {
  completenessPath,
  contradictionsPath,
  factChecksPath,
  factProposalsPath,
  staleFactsPath,
} from '../fact-paths.ts'
import { newOpenDayPath } from '../open-day-paths.ts'
import { accountPath, leadQueuePath, newMemberPath, sessionsPath } from '../paths.ts'
import { sectionsFor, type Section } from '../sections.ts'

/** Pages of the area beside its sections. */
const further: readonly Section[] = [
  { label: '联系家长', path: leadQueuePath, right: 'leads.write' },
  { label: '草稿', path: draftsPath, right: 'content.propose' },
  { label: '资料完整度', path: completenessPath, right: 'content.write' },
  { label: '过了有效期的资料', path: staleFactsPath, right: 'content.write' },
  { label: '来源不一致的资料', path: contradictionsPath, right: 'content.write' },
  { label: '每月抽查', path: factChecksPath(), right: 'content.write' },
  { label: '由校名和地址得出的资料', path: factProposalsPath, right: 'imports.run' },
  ...contentKinds.map(({ slug, label }): Section => ({
    label: `内容：${label}`,
    path: contentKindPath(slug),
    right: 'content.read',
  })),
  { label: '新建开放日', path: newOpenDayPath, right: 'open_days.write' },
  { label: '新建活动', path: newEventPath, right: 'events.write' },
  { label: '试扫码枪', path: tryScannerPath, right: 'events.write' },
  { label: '添加成员', path: newMemberPath, right: 'members.write' },
  { label: '我的账号', path: accountPath },
  { label: '登录设备', path: sessionsPath() },
]

/** Pages of the area whose title holds a text, of those that a member with these rights sees. */
export function pagesFor(text: string, rights: readonly StaffRight[]): Section[] {
  const all = [
    ...sectionsFor(rights),
    ...further.filter(({ right }) => right === undefined || rights.includes(right)),
  ]
  const sought = text.normalize('NFKC').trim()
  return all.filter(({ label }) => sought !== '' && label.includes(sought))
}
