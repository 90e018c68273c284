import { PostForm } from '#app/forms/post-form.tsx'
import { TicketCard } from '#app/leads/ticket-card.tsx'
import { personalPath, leadPath, schoolPath } from '#app/paths.ts'
import { NoWrap } from '#app/ui/text/no-wrap.tsx'
import styles from './personal.module.css'
import type { LeadView } from './lead-view.ts'

/** A lead in the list: subject, time, status, and cancelling after a confirmation. */
export function LeadItem({ reference, title, state, facts, school, cancellation, tickets }: LeadView) {
  return (
    <li className="panel">
      <h2>
        {title} <span className="tag">{state}</span>
      </h2>
      <dl className={styles.facts}>
        {school === undefined
          ? null
          : [
              <dt key="school ">学校</dt>,
              <dd key="school">
                {school.withdrawn === true ? school.name : <a href={schoolPath(school.id)}>{school.name}</a>}
              </dd>,
            ]}
        {facts.map(({ label, value }) => [
          <dt key={`${label} `}>{label}</dt>,
          <dd key={label}>
            <NoWrap text={value} />
          </dd>,
        ])}
      </dl>
      {tickets.map((ticket) => (
        <TicketCard key={ticket.code} {...ticket} />
      ))}
      <p>
        <a className="button quiet" href={leadPath(reference)}>
          查看详情<span className="vh">（编号 {reference}）</span>
        </a>
      </p>
      {cancellation === undefined ? null : (
        <details>
          <summary>
            取消这份申请<span className="vh">（编号 {reference}）</span>
          </summary>
          <p>{cancellation}</p>
          <PostForm action={personalPath('requests')}>
            <input type="hidden" name="reference" value={reference} />
            <button className={`button ${styles.danger}`} type="submit">
              确认取消
            </button>
          </PostForm>
        </details>
      )}
    </li>
  )
}
