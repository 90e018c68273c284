import type { ReactNode } from 'react'
import { orderModalPath, schoolListPath, schoolPath } from '#app/paths.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { ModalLink } from '#app/dialogs/modal-link.tsx'
import styles from './action-bar.module.css'
import {
  cityOfSchool,
  type SchoolLinks,
  type SchoolPart,
  type ShownSchool,
} from '#app/schools/school-data.ts'

type Props = {
  school: ShownSchool
  parts: readonly SchoolPart[]
  links: SchoolLinks
}
type Action = { label: string; href: string | undefined; icon: IconName }

/** Sticky bar on phones with the first four actions that this school allows. */
export function ActionBar(props: Props) {
  const actions = actionsOf(props).filter(({ href }) => href !== undefined)
  return (
    <nav className={styles.bar} aria-label="快捷操作">
      {actions.slice(0, 4).map(({ label, href, icon }) => (
        <ActionLink key={label} href={href}>
          <Icon name={icon} />
          {label}
        </ActionLink>
      ))}
    </nav>
  )
}

function ActionLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href?.startsWith('?')) return <ModalLink query={href}>{children}</ModalLink>
  return <a href={href}>{children}</a>
}

function actionsOf({ school, parts, links }: Props): Action[] {
  const { id } = school
  const { call, map, search, site } = links
  const isReceiving = school.recipient !== undefined
  const order = isReceiving && school.state === 'open' ? orderModalPath({ schoolId: id }) : undefined
  const consult =
    isReceiving && school.state !== 'closed'
      ? orderModalPath({ orderType: 'consult', schoolId: id })
      : undefined
  return [
    { label: '预约参观', icon: 'calendar', href: order },
    { label: '咨询', icon: 'chat', href: consult },
    { label: '电话', icon: 'phone', href: call },
    { label: '地图', icon: 'pin', href: map },
    {
      label: '招生学费',
      icon: 'fees',
      href: parts.includes('admissions') ? schoolPath(id, 'admissions') : undefined,
    },
    { label: '问答', icon: 'chat', href: parts.includes('faq') ? schoolPath(id, 'faq') : undefined },
    {
      label: site === undefined ? '搜官网' : '官网',
      icon: 'search',
      href: site ?? search,
    },
    {
      label: school.district ? '同区学校' : '同城学校',
      icon: 'pin',
      href: schoolListPath(cityOfSchool(school), school.district?.slug),
    },
  ]
}
