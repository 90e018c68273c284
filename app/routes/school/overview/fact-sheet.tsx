import { correctionPath, schoolPath } from '#app/paths.ts'
import { notPublished } from '#app/schools/fact-labels.ts'
import { FactOrigins } from '#app/schools/fact-origins.tsx'
import { Money } from '#app/ui/text/money.tsx'
import { useSchoolRoute, type ShownSchool } from '#app/schools/school-data.ts'
import styles from './fact-sheet.module.css'
import { Contact } from './key-facts.tsx'

type Props = { school: ShownSchool }

/** What is known of a school, in the order of all schools; how many facts are not, and how to send them. */
export function FactSheet({ school }: Props) {
  const { gaps, sheet = [], origins = [] } = useSchoolRoute()
  return (
    <section className="wrap section" aria-labelledby="facts">
      <h2 id="facts" className={styles.title}>
        {gaps?.isLittleKnown === true ? '目前查到的' : '全部资料'}
      </h2>
      <dl className={styles.facts}>
        {sheet.map(({ label, value, note, isNotPublished }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={isNotPublished ? styles.unpublished : undefined}>
              <Money text={value} />
              {note === undefined ? null : <small className={styles.median}>{note}</small>}
            </dd>
          </div>
        ))}
        <AddressFact school={school} />
        <PhoneFact school={school} />
        <OtherNames school={school} />
      </dl>
      <Gaps school={school} />
      {gaps?.isLittleKnown === true ? <Contact school={school} /> : null}
      <FactOrigins title="每一项的来源和日期" origins={origins} />
      <Source school={school} />
    </section>
  )
}

/** What is said of a fact that the school does not publish; undefined of any other. */
function unpublished({ not_published: facts }: ShownSchool, name: 'address' | 'phone'): string | undefined {
  return facts.includes(name) ? notPublished : undefined
}

function AddressFact({ school }: Props) {
  const href = useSchoolRoute().links.map
  const { address = unpublished(school, 'address') } = school
  if (address === undefined && href === undefined) return null
  return (
    <div className={`${styles.wide} ${styles.address}`}>
      <dt>{address === undefined ? '位置' : '地址'}</dt>
      <dd>
        {address === undefined ? null : `${address} `}
        {href === undefined ? null : (
          <a className={styles.map} href={href}>
            在高德地图查看
          </a>
        )}
      </dd>
    </div>
  )
}

function PhoneFact({ school }: Props) {
  const { call } = useSchoolRoute().links
  const { phone } = school
  const otherwise = unpublished(school, 'phone')
  if (phone === undefined && otherwise === undefined) return null
  return (
    <div className={`${styles.wide} ${styles.phone}`}>
      <dt>电话</dt>
      <dd>
        {phone === undefined ? (
          otherwise
        ) : (
          <>
            <details className={styles.number}>
              <summary>查看电话</summary>
              {call === undefined ? phone : <a href={call}>{phone}</a>}
            </details>
            <span hidden>{phone}</span>
          </>
        )}
      </dd>
    </div>
  )
}

function OtherNames({ school }: Props) {
  const names = [
    { label: '简称、别名', list: school.aliases },
    { label: '曾用名', list: school.former_names },
  ].filter(({ list }) => list.length > 0)
  return names.map(({ label, list }) => (
    <div key={label} className={names.length === 1 ? styles.wide : `${styles.wide} ${styles.half}`}>
      <dt>{label}</dt>
      <dd>{list.join('、')}</dd>
    </div>
  ))
}

/** How many facts are unknown, and how to send them; nothing where all are known. */
export function Gaps({ school: { id, recipient, state } }: Props) {
  const { gaps } = useSchoolRoute()
  if (gaps === undefined) return null
  return (
    <p className="small">
      还有 {gaps.missing} 项没有查到，没有查到不代表没有。知道的，请<a href={correctionPath(id)}>告诉我们</a>
      {state === 'closed' || recipient === undefined ? null : (
        <>
          ，也可以<a href={`${schoolPath(id, 'faq')}#ask`}>向学校提问</a>
        </>
      )}
      。
    </p>
  )
}

/** What is to be known of the facts as a whole. */
function Source({ school }: Props) {
  return (
    <p className="soft small">
      {school.sample ? '示例数据：不对应任何真实机构。' : null}{' '}
      <a className="part" href={correctionPath(school.id)}>
        资料纠错
      </a>
    </p>
  )
}
