import { correctionPath, schoolPath } from '#app/paths.ts'
import { dayText } from '#app/ui/text/format.ts'
import { Money } from '#app/ui/text/money.tsx'
import { useSchoolRoute, type ShownSchool } from '#app/school/school-data.ts'
import { notPublished } from '#app/school/fact-labels.ts'
import styles from './fact-sheet.module.css'

type Props = { school: ShownSchool }

/** The fact sheet of a school in the order of all schools; unknown facts are marked. */
export function FactSheet({ school }: Props) {
  const { sheet = [] } = useSchoolRoute()
  return (
    <section className="wrap section" aria-labelledby="facts">
      <h2 id="facts" className={styles.title}>
        全部资料
      </h2>
      <dl className={styles.facts}>
        {sheet.map(({ label, value, missing }) => (
          <div key={label}>
            <dt>{label}</dt>
            {value === undefined ? (
              <dd className={styles.missing}>{missing}</dd>
            ) : (
              <dd>
                <Money text={value} />
              </dd>
            )}
          </div>
        ))}
        <div className={`${styles.wide} ${styles.address}`}>
          <dt>地址</dt>
          <AddressFact school={school} />
        </div>
        <div className={`${styles.wide} ${styles.phone}`}>
          <dt>电话</dt>
          <PhoneFact phone={school.phone} />
        </div>
        <OtherNames school={school} />
      </dl>
      <Source school={school} />
    </section>
  )
}

function AddressFact({ school }: Props) {
  const href = useSchoolRoute().links.map
  return (
    <dd className={school.address === undefined ? styles.missing : undefined}>
      {school.address ?? notPublished}
      {href === undefined ? null : (
        <>
          {' '}
          <a className={styles.map} href={href}>
            在高德地图查看
          </a>
        </>
      )}
    </dd>
  )
}

function PhoneFact({ phone }: { phone: string | undefined }) {
  const { call } = useSchoolRoute().links
  if (phone === undefined) return <dd className={styles.missing}>{notPublished}</dd>
  return (
    <dd>
      <details className={styles.number}>
        <summary>查看电话</summary>
        {call === undefined ? phone : <a href={call}>{phone}</a>}
      </details>
      <span hidden>{phone}</span>
    </dd>
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

/** Source and date of the facts. */
function Source({ school }: Props) {
  const { gaps } = useSchoolRoute()
  const { sample, source, updated } = school
  const origin = sample ? '示例数据：不对应任何真实机构' : `资料来源：${source ?? '未注明'}`
  return (
    <p className="soft small">
      {origin}。数据更新于<span className="part">{dayText(updated)}。</span>
      {gaps === undefined || school.state === 'closed' || school.recipient === undefined ? null : (
        <>
          没有公布的，可以<a href={`${schoolPath(school.id, 'faq')}#ask`}>向学校提问</a>。
        </>
      )}{' '}
      <a className="part" href={correctionPath(school.id)}>
        资料纠错
      </a>
    </p>
  )
}
