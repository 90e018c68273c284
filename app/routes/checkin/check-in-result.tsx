import { toggleComparePath } from '#app/paths.ts'
import { NoWrap } from '#app/ui/text/no-wrap.tsx'
import { useVisitor } from '#app/visitor/visitor-state.tsx'
import styles from './check-in.module.css'
import { NextGuestForm } from './check-in-form.tsx'
import type { CheckInDetail } from './load-detail.server.ts'

const icons = { fresh: 'M5 13l5 5 9-11', again: 'M12 5v9M12 18.500v.5' } as const

/** Result of a check-in by colour, text and icon, its details, the event's exhibitors and coming open days. */
export function CheckInResult({ detail, seconds }: { detail: CheckInDetail; seconds: number }) {
  const { word, again, facts, event, qr, exhibitors, openDays, back, next, stays, stayHref } = detail
  const isDesk = back !== undefined
  return (
    <>
      <div className={`${styles.result} ${again ? styles.again : styles.good}`}>
        <svg viewBox="0 0 24 24" width="96" height="96" aria-hidden="true" focusable="false">
          <path
            d={again ? icons.again : icons.fresh}
            fill="none"
            stroke="currentColor"
            strokeWidth="3"
            strokeLinecap="round"
          />
        </svg>
        <h1>{word}</h1>
        <p>{again ? '之前已经签到，不需要再签。' : event}</p>
        {back === undefined ? null : (
          <>
            <p>
              <a className={styles.next} href={back}>
                下一位
              </a>
            </p>
            {stays === true ? null : (
              <p>
                {seconds} 秒后自动返回，<a href={stayHref}>停留在这一页</a>
              </p>
            )}
          </>
        )}
      </div>
      {back === undefined || next === undefined ? null : <NextGuestForm action={back} {...next} />}
      <section className="panel">
        <h2>签到信息</h2>
        <dl className={styles.facts}>
          {facts.map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{typeof text === 'string' ? text : <NoWrap text={text} />}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.qr}>
          <img src={qr} width={200} height={200} alt="打开这次签到的二维码" />
          用手机扫一扫，把参展学校和开放日带走
        </p>
      </section>
      <section className="section">
        <h2>本场参展学校与机构</h2>
        {exhibitors.length === 0 ? <p className="soft">参展名单还没有公布。</p> : null}
        {isDesk ? null : (
          <form id="shortlist" method="post" action={toggleComparePath}>
            <input type="hidden" name="back" value={stayHref} />
          </form>
        )}
        <ul className={styles.lines}>
          {exhibitors.map(({ organisation, booth, school }) => (
            <li key={`${organisation} ${booth ?? ''}`}>
              {school === undefined || isDesk ? (
                <b>{school?.name ?? organisation}</b>
              ) : (
                <a href={school.href}>{school.name}</a>
              )}
              {booth === undefined ? null : <span className="soft"> 展位 {booth}</span>}
              {school === undefined || isDesk ? null : <Shortlist school={school} />}
            </li>
          ))}
        </ul>
      </section>
      <section className="section">
        <h2>近期可预约的开放日</h2>
        {openDays.length === 0 ? <p className="soft">近期没有可以预约的开放日。</p> : null}
        <ul className={styles.lines}>
          {openDays.map(({ id, title, when, host, href }) => (
            <li key={id}>
              {isDesk ? (
                <b>{title}</b>
              ) : (
                <a href={href}>
                  <span className="vh">预约：</span>
                  {title}
                </a>
              )}
              <br />
              <span className="soft">
                {when} {host}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

/** Compare toggle of an exhibiting school. */
function Shortlist({ school: { id, name } }: { school: { id: number; name: string } }) {
  const isOn = useVisitor().basket.includes(id)
  return (
    <button
      className={`word ${styles.shortlist}`}
      form="shortlist"
      name={isOn ? 'remove' : 'id'}
      value={id}
      aria-label={`${isOn ? '已加对比' : '加入对比'}${name}${isOn ? '，点一下取消' : ''}`}
    >
      {isOn ? '已加对比' : '加入对比'}
    </button>
  )
}
