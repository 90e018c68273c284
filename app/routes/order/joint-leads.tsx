import { cityOfCode } from '#server/contract/cities.ts'
import { leadCalendarPath } from '#app/open-days/calendar-paths.ts'
import { isActive, isTakenBack, leadHeading, nextSteps } from '#app/leads/lead-labels.ts'
import type { findLeads } from '#app/leads/load-lead.server.ts'
import styles from '#app/leads/order-form.module.css'
import { CalendarLinks } from '#app/open-days/calendar-links.tsx'
import { PrintButton } from '#app/page-parts/print-button.tsx'
import { homePath, leadPath, newBookPath, schoolListPath } from '#app/paths.ts'
import { useCity } from '#app/root-data.ts'
import { ShareButton } from '#app/share/share-button.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { LeadSubject } from './lead-subject.tsx'

type Sent = Awaited<ReturnType<typeof findLeads>>

/** Leads that were sent together, the booked ones in the order of their times: each with its state and its own ways on. */
export function JointLeads({ leads, lost, address }: Sent & { address: string }) {
  const current = useCity()
  const city = cityOfCode(leads[0]?.lead.city_code ?? '') ?? current
  const hasBooking = leads.some(({ lead }) => lead.status === 'booked')
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={[{ name: '首页', href: homePath(city) }, { name: '您约的参观' }]} />
      <div className={styles.page}>
        <h1>{`您约的参观，${leads.length} 所学校`}</h1>
        <p className="soft">有这个网址的人都能看进度和取消：只发给家人，收藏它下次再看。</p>
        <p className="words">
          <ShareButton />
          {hasBooking || leads.some(({ lead }) => isTakenBack(lead)) ? (
            <CalendarLinks path={leadCalendarPath(address)} label={hasBooking ? undefined : '从日历中取消'} />
          ) : null}
          <PrintButton />
          <a className="word" href={newBookPath({ requests: address })}>
            看完一起打分
          </a>
          <a className="word" href={schoolListPath(city)}>{`继续看${city.name}的学校`}</a>
        </p>
        {leads.map(({ access, lead }) => (
          <Part key={access} access={access} lead={lead} />
        ))}
        {lost === 0 ? null : <p>{`另有 ${lost} 份申请，这个网址已经打不开了。`}</p>}
      </div>
    </main>
  )
}

type Item = Sent['leads'][number]

/** One of the leads: what, when, and where to see and cancel it alone. */
function Part({ access, lead }: Item) {
  const { reference, school, status, tickets } = lead
  const name = <span className="vh">{school?.name}</span>
  return (
    <section aria-label={school?.name ?? reference}>
      <h2 className="section">{leadHeading(lead)}</h2>
      <LeadSubject found={lead} />
      {isActive(status) ? <p className="soft small">{nextSteps(lead).join('')}</p> : null}
      <p>
        编号 <span className={styles.reference}>{reference}</span>
      </p>
      <p className="words">
        <a className="word" href={leadPath(access)}>
          {tickets.length > 0 ? '详情和入场码' : '详情'}
          {name}
        </a>
        {lead.cancellable ? (
          <a className="word" href={leadPath(access, 'cancel')}>
            取消这一份
            {name}
          </a>
        ) : null}
      </p>
    </section>
  )
}
