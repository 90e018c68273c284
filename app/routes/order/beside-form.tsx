import type { OrderView } from '#app/leads/load-order.server.ts'
import { stepsOfBooking, stepsOfRequest, stepsOfWaiting } from '#app/leads/lead-labels.ts'
import { OrderSubject } from '#app/leads/order-subject.tsx'
import styles from './order-page.module.css'
import { Beside } from './request-layout.tsx'

/**
 * What stands beside a form: what it is about and, on wide screens, what happens after it is sent. Nothing but the subject
 * comes before the errors of a refused form.
 */
export function BesideForm({ view, isRefused }: { view: OrderView; isRefused: boolean }) {
  return (
    <Beside>
      {view.school === undefined && view.openDay === undefined ? null : (
        <div className={styles.subject}>
          <OrderSubject view={view} />
        </div>
      )}
      {isRefused || view.recipient === undefined ? null : <AfterSending view={view} />}
    </Beside>
  )
}

/** What happens after the form is sent, beside what the form says itself; the confirmation says it again. */
function AfterSending({ view: { orderType, openDay } }: { view: OrderView }) {
  const isFull = openDay?.state === 'full'
  if (orderType === 'openday' && openDay?.state !== 'open' && !isFull) return null
  const steps = isFull
    ? stepsOfWaiting
    : orderType === 'openday'
      ? stepsOfBooking
      : stepsOfRequest({ order_type: orderType })
  return (
    <section className={styles.next} aria-labelledby="next">
      <h2 id="next">提交以后</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
        <li>表单里选了希望怎么联系的，按您选的来。</li>
      </ol>
    </section>
  )
}
