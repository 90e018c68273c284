import { Link } from '@remix-run/react'
import { orderTypeNames } from '#server/contract/catalogue/order-types.ts'
import { leadAnswers, leadAnswerText } from '#server/contract/catalogue/lead-fields.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { isCalledBySchool } from '#server/contract/leads/recipient.ts'
import type { getLeadQueue } from '#server/contract/staff/leads.ts'
import { Facts } from '../../../parts/facts.tsx'
import { Moment, momentText } from '../../../parts/moment.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { leadStateText } from '../../../parts/state-names.ts'
import { leadPath } from '../../../paths.ts'
import { entryText, placeText, promiseText, type Lead } from '../../../texts/lead-texts.ts'
import { CallResult, type CallRefusal } from './call-result.tsx'
import type { SchoolFacts } from './load-school-facts.server.ts'
import styles from './call-screen.module.css'

type Held = NonNullable<DataOf<typeof getLeadQueue>['held']>

type Props = {
  lead: Held
  school: SchoolFacts | undefined
  /** Now, as a field of date and time has it. */
  now: string
  refusal: CallRefusal | undefined
}

const mostShown = 4

/** Everything to know about one family before it is called, and what to press afterwards. */
export function CallScreen({ lead, school, now, refusal }: Props) {
  const { full } = lead
  const phone = full?.phone
  return (
    <div className={styles.screen}>
      <div>
        {isCalledBySchool(lead) ? (
          <Notice tone="warn">{`答应过家长由${lead.recipient}打电话，本站不打。`}</Notice>
        ) : (
          <p className={styles.phone}>
            {phone === undefined ? lead.phone : <a href={`tel:${phone}`}>{phone.replace(/^\+86/, '')}</a>}
            <span className="tag strong">
              {leadAnswerText('contact_preference', lead) ?? '联系方式都可以'}
            </span>
            {lead.verified ? <span className="tag">验证过</span> : null}
          </p>
        )}
        <CallResult lead={lead} now={now} refusal={refusal} />
      </div>
      <div>
        <OtherLeads leads={lead.others} />
        <Facts
          facts={[
            { label: '要什么', value: orderTypeNames[lead.order_type] },
            { label: '孩子', value: placeText(lead) },
            {
              label: '开放日',
              value:
                lead.open_day === undefined
                  ? undefined
                  : `${lead.open_day.title}，${momentText(lead.open_day.starts_at)}`,
            },
            ...leadAnswers(lead),
            { label: '留言', value: full?.message ?? lead.message },
            { label: '谁打电话', value: promiseText(lead) },
            { label: '提交', value: <Moment at={lead.created_at} /> },
            { label: '约好', value: lead.next_contact && <Moment at={lead.next_contact.at} /> },
          ]}
        />
        <Said entries={lead.entries} />
      </div>
      <SchoolBeside lead={lead} school={school} />
    </div>
  )
}

function OtherLeads({ leads }: { leads: readonly Lead[] }) {
  if (leads.length === 0) return null
  return (
    <section className={styles.part}>
      <h2>这个电话还有 {leads.length} 条申请</h2>
      <ul>
        {leads.slice(0, mostShown).map((other) => (
          <li key={other.reference}>
            <Link to={leadPath(other.reference)}>
              {orderTypeNames[other.order_type]}
              {other.school === undefined ? '' : `，${other.school.name}`}
            </Link>{' '}
            <span className="soft small">
              {leadStateText(other)}
              {other.assignee === undefined ? '' : `，${other.assignee.name}`}，{momentText(other.created_at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Said({ entries }: { entries: Held['entries'] }) {
  return (
    <section className={styles.part}>
      <h2>以前</h2>
      {entries.length === 0 ? (
        <p className="soft">还没有联系过。</p>
      ) : (
        <ul>
          {entries.slice(0, mostShown).map((entry) => (
            <li key={entry.id}>
              {entryText(entry)}
              {entry.note === undefined ? '' : `：${entry.note}`}{' '}
              <span className="soft small">
                {entry.author}，{momentText(entry.at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SchoolBeside({ lead, school }: Pick<Props, 'lead' | 'school'>) {
  if (lead.school === undefined) return <div />
  const { id, name } = lead.school
  return (
    <section className={styles.part}>
      <h2>
        <a href={`/school/${id}/`}>{name}</a>
      </h2>
      {school === undefined ? (
        <p className="soft">学校的资料现在读不出来。</p>
      ) : (
        <>
          <Facts facts={school.facts} />
          <h3>开放日</h3>
          {school.openDays.length === 0 ? (
            <p className="soft">近期没有。</p>
          ) : (
            <ul>
              {school.openDays.map(({ id: day, text }) => (
                <li key={day}>
                  <a href={`/openday/${day}/`}>{text}</a>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}
