import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { staffRoleNames, type StaffRight, type StaffRole } from '#server/contract/staff/roles.ts'
import { accountPath, logoutPath, todayPath } from '../paths.ts'
import { SearchField } from '../search/search-field.tsx'
import { SectionNavigation } from './section-navigation.tsx'
import styles from './area-frame.module.css'

/** Who is logged in, as the frame shows it. */
export type FrameMember = {
  name: string
  role: StaffRole
  school?: { name: string } | undefined
  rights: readonly StaffRight[]
}

/** The frame of the area: the bar with the member's sections, and the page. Without a member: the bar alone. */
export function AreaFrame({ member, children }: { member?: FrameMember | undefined; children: ReactNode }) {
  return (
    <>
      <a className={styles.skip} href="#main">
        跳到内容
      </a>
      <header className={styles.bar}>
        <div className={styles.row}>
          <b>{member === undefined ? '员工后台' : <Link to={todayPath}>员工后台</Link>}</b>
          {member === undefined ? null : (
            <>
              <SearchField />
              <Account member={member} />
            </>
          )}
        </div>
        {member === undefined ? null : <SectionNavigation rights={member.rights} />}
      </header>
      <main id="main" className={styles.main}>
        {children}
      </main>
    </>
  )
}

function Account({ member: { name, role, school } }: { member: FrameMember }) {
  return (
    <div className={styles.account}>
      <Link to={accountPath}>
        {name}
        <span className="soft">（{school?.name ?? staffRoleNames[role]}）</span>
      </Link>
      <Form method="post" action={logoutPath}>
        <button className={styles.leave} type="submit">
          退出
        </button>
      </Form>
    </div>
  )
}
