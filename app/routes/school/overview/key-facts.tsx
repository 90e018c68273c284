import { boardings, labelOf } from '#server/contract/vocabulary.ts'
import { orderModalPath, schoolPath } from '#app/paths.ts'
import { dateText } from '#app/ui/text/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { ModalLink } from '#app/dialogs/modal-link.tsx'
import { notPublished, tuitionLabel } from '#app/schools/fact-labels.ts'
import styles from './key-facts.module.css'
import {
  districtOrCityName,
  type SchoolRouteData,
  useSchoolRoute,
  type ShownSchool,
} from '#app/schools/school-data.ts'

type Props = { school: ShownSchool; className?: string | undefined }

/** The known ones of the facts that decide first, tuition before all, and what to do. */
export function KeyFacts({ school, className }: Props) {
  const known = tuitionLabel(school)
  const tuition = known ?? (school.not_published.includes('tuition_min') ? notPublished : undefined)
  const route = useSchoolRoute()
  return (
    <section className={`panel ${styles.key} ${className ?? ''}`} aria-label="关键信息">
      {tuition === undefined ? null : (
        <>
          <p className="soft small">{route.child?.tuitionOf}学费</p>
          <p className={known === undefined ? `${styles.tuition} ${styles.unpublished}` : styles.tuition}>
            {tuition}
          </p>
        </>
      )}
      <dl>
        {linesOf(school, route).map(({ label, value, href, isParted }) =>
          value === undefined ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {href !== undefined ? (
                  <a href={className === undefined ? href : `${schoolPath(school.id)}${href}`}>{value}</a>
                ) : isParted === true ? (
                  <Parts text={value} />
                ) : (
                  value
                )}
              </dd>
            </div>
          ),
        )}
      </dl>
      <Contact school={school} />
    </section>
  )
}

/** Facts, each on one line while it fits. */
function Parts({ text }: { text: string }) {
  return (text.match(/[^，]+，?/g) ?? []).map((part) => (
    <span className="part" key={part}>
      {part}
    </span>
  ))
}

/** A line of the facts that decide first. */
type KeyFact = {
  label: string
  value: string | undefined
  /** Where on the school's own page the value leads to. */
  href?: string
  /** Whether the value has several parts, each on a line of its own while it fits. */
  isParted?: true
}

function linesOf(school: ShownSchool, { entry, ranked }: SchoolRouteData): KeyFact[] {
  const { boarding, class_size, next_open_day, teacher_ratio } = school
  const classes = [
    class_size === undefined ? undefined : `每班约${class_size}人`,
    teacher_ratio === undefined ? undefined : `师生比 1:${teacher_ratio}`,
  ].filter(Boolean)
  return [
    { label: '招生对象', value: entry?.eligible },
    { label: '招生日程', value: entry?.deadline },
    { label: '班级', value: classes.length === 0 ? undefined : classes.join('，'), isParted: true },
    { label: '住校', value: boarding && labelOf(boardings, boarding) },
    { label: '区域', value: districtOrCityName(school) },
    { label: '榜单', value: ranked, isParted: true },
    { label: '开放日', value: next_open_day && dateText(next_open_day), href: '#opendays' },
  ]
}

/** Contact links of a school: telephone, map, website. Phones have the action bar instead. */
export function Contact({ school }: Props) {
  const { phone } = school
  const { call, map, search, site } = useSchoolRoute().links
  return (
    <div className={styles.contact}>
      {school.state === 'closed' || school.recipient === undefined ? null : (
        <>
          {school.state === 'open' ? (
            <ModalLink className="button" query={orderModalPath({ schoolId: school.id })}>
              预约参观
            </ModalLink>
          ) : null}
          <ModalLink
            className={school.state === 'open' ? 'button quiet' : 'button'}
            query={orderModalPath({ orderType: 'consult', schoolId: school.id })}
          >
            咨询
          </ModalLink>
        </>
      )}
      {phone === undefined ? null : (
        <details>
          <summary className="button quiet">
            <Icon name="phone" /> 查看电话
          </summary>
          {call === undefined ? <p>{phone}</p> : <a href={call}>{phone}</a>}
        </details>
      )}
      {map === undefined ? null : (
        <a className="button quiet" href={map}>
          <Icon name="pin" /> 地图
        </a>
      )}
      <a className="button quiet" href={site ?? search}>
        {site === undefined ? '搜索官网' : '官网'}
      </a>
    </div>
  )
}
