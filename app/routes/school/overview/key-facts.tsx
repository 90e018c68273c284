import type { SchoolDetailData } from '#server/contract/schools.ts'
import { boardings, labelOf } from '#server/contract/vocabulary.ts'
import { orderModalPath, schoolListPath } from '#app/paths.ts'
import { dateText } from '#app/ui/text/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { ModalLink } from '#app/dialogs/modal-link.tsx'
import { Money } from '#app/ui/text/money.tsx'
import {
  knownFacts,
  missingFacts,
  notPublished,
  stagesLabel,
  totalCostLabel,
  tuitionLabel,
  noWrapCurriculaLabel,
} from '#app/school/fact-labels.ts'
import styles from './key-facts.module.css'
import { cityOfSchool, districtOrCityName, useSchoolRoute } from '#app/school/school-data.ts'

type Props = { school: SchoolDetailData; className?: string | undefined }

/** From this many unknown facts on, the page says that little is known. */
const littleKnownFrom = 7

/** Key facts, tuition first; for a little-known school what is missing and what to do. */
export function KeyFacts({ school, className }: Props) {
  const tuition = tuitionLabel(school)
  return (
    <section className={`panel ${styles.key} ${className ?? ''}`} aria-label="关键信息">
      <p className="soft small">学费</p>
      <p className={tuition === undefined ? `${styles.tuition} ${styles.unknown}` : styles.tuition}>
        {tuition ?? notPublished}
      </p>
      <dl>
        {linesOf(school).map(({ label, value }) =>
          value === undefined ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Money text={value} />
              </dd>
            </div>
          ),
        )}
      </dl>
      <LittleKnown school={school} />
      <Contact school={school} />
    </section>
  )
}

function linesOf(school: SchoolDetailData) {
  const { boarding, class_size, next_open_day, teacher_ratio } = school
  const classes = [
    class_size === undefined ? undefined : `每班约${class_size}人`,
    teacher_ratio === undefined ? undefined : `师生比 1:${teacher_ratio}`,
  ].filter((word) => word !== undefined)
  return [
    { label: '一年总费用', value: totalCostLabel(school) },
    { label: '学段', value: stagesLabel(school) },
    { label: '课程', value: noWrapCurriculaLabel(school) },
    { label: '班级', value: classes.length === 0 ? undefined : classes.join('，') },
    { label: '寄宿', value: boarding && labelOf(boardings, boarding) },
    { label: '开放日', value: next_open_day && dateText(next_open_day) },
  ]
}

/** Notice that little is known of a school; nothing otherwise. */
function LittleKnown({ school }: Props) {
  const missing = missingFacts(school)
  if (missing.length < littleKnownFrom) return null
  return (
    <p className={styles.little}>
      <b>这所学校的公开资料还不多。</b>目前查到的是{knownFacts(school).join('、')}，还有{missing.length}
      项没有查到，下面逐项写明。没有查到不代表没有，请以学校和教育局公布的为准，也可以先看看
      <a href={schoolListPath(cityOfSchool(school), school.district?.slug)}>
        {districtOrCityName(school)}的其他学校
      </a>
      。
    </p>
  )
}

/** Contact links of a school: telephone, map, website. Phones have the action bar instead. */
function Contact({ school }: Props) {
  const { phone } = school
  const { call, map, search, site } = useSchoolRoute().links
  return (
    <div className={styles.contact}>
      {school.state === 'closed' ? null : (
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
        <Icon name={site === undefined ? 'search' : 'right'} /> {site === undefined ? '搜索官网' : '官网'}
      </a>
    </div>
  )
}
