import { ChildLink } from '#app/child/child-link.tsx'
import { schoolListPath, schoolPath } from '#app/paths.ts'
import { dayText } from '#app/ui/text/format.ts'
import { Notice } from '#app/ui/notice.tsx'
import styles from './notices.module.css'
import { cityOfSchool, districtOrCityName, type ShownSchool } from '#app/schools/school-data.ts'

type Props = { school: ShownSchool }

/** Notices of a school: closed, not enrolling, taken over; nothing otherwise. */
export function Notices({ school }: Props) {
  const { predecessors, state } = school
  if (state === 'open' && predecessors.length === 0) return null
  return (
    <div className={`wrap ${styles.notices}`}>
      {state === 'closed' ? <Closed school={school} /> : null}
      {state === 'not_enrolling' ? <NotEnrolling school={school} /> : null}
      {predecessors.length > 0 ? (
        <Notice>
          <b>前身：</b>
          {predecessors.map(({ id, name }, at) => (
            <span key={id}>
              {at === 0 ? '' : '、'}
              <ChildLink href={schoolPath(id)}>{name}</ChildLink>
            </span>
          ))}
          。
        </Notice>
      ) : null}
    </div>
  )
}

function Closed({ school }: Props) {
  const { closed_at, district, successor } = school
  return (
    <Notice tone="warn">
      <b>学校已停办</b>
      {closed_at === undefined ? '，停办日期未注明。' : `，自${dayText(closed_at)}起。`}
      {successor === undefined ? null : (
        <>
          办学由<ChildLink href={schoolPath(successor.id)}>{successor.name}</ChildLink>承接。
        </>
      )}
      本页资料只供查阅，可以
      <ChildLink href={schoolListPath(cityOfSchool(school), district?.slug)}>
        看看{districtOrCityName(school)}的其他学校
      </ChildLink>
      。
    </Notice>
  )
}

function NotEnrolling({ school: { successor } }: Props) {
  return (
    <Notice tone="warn">
      <b>学校目前暂停招生</b>，恢复的时间以学校公布的为准。
      {successor === undefined ? null : (
        <>
          可以了解<ChildLink href={schoolPath(successor.id)}>{successor.name}</ChildLink>。
        </>
      )}
    </Notice>
  )
}
