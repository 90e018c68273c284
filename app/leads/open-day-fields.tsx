import { SelectField } from '#app/forms/select-field.tsx'
import { NoWrap } from '#app/ui/text/no-wrap.tsx'
import type { OrderView } from './load-order.server.ts'
import styles from './order-form.module.css'

/** Whether a form is for the waiting list of its open day. */
export function isForWaitingList({ orderType, openDay }: OrderView): boolean {
  return orderType === 'openday' && openDay?.state === 'full'
}

/** Whether a form is for an open day, and none was named that can be booked or waited for. */
export function needsDay({ orderType, openDay }: OrderView): boolean {
  return orderType === 'openday' && openDay?.state !== 'open' && openDay?.state !== 'full'
}

/** The most other open days that the form of a full one offers. */
const mostOthers = 3

/** Other open days that can be booked with the same input: instead of waiting, or of a day that takes no bookings. */
export function OtherDays({ view }: { view: OrderView }) {
  const isOffered = isForWaitingList(view) || view.recipient === undefined
  if (!isOffered || view.others.length === 0) return null
  return (
    <>
      <p>{isForWaitingList(view) ? '不想等，也' : ''}可以用填好的内容改约：</p>
      <ul className={styles.others}>
        {view.others.slice(0, mostOthers).map(({ id, title, when }) => (
          <li key={id}>
            <span>
              <NoWrap text={when} />
              <br />
              {title}
            </span>
            <button className="button quiet" type="submit" name="other_day" value={id}>
              改约 <span className="vh">{`${title} ${when}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

type OpenDayProps = { view: OrderView; chosen: string | undefined; error: string | undefined }

/** The open day to book or to wait for; in a form that was sent without one, a choice of others. */
export function OpenDayFields({ view, chosen, error }: OpenDayProps) {
  const { orderType, openDay, others } = view
  if (orderType !== 'openday' || view.recipient === undefined) return null
  if (openDay !== undefined && !needsDay(view))
    return <input type="hidden" name="open_day_id" value={openDay.id} />
  return (
    <SelectField
      label="开放日"
      name="open_day_id"
      choices={[
        { value: '', label: others.length === 0 ? '近期没有可以预约的开放日' : '请选择' },
        ...others.map(({ id, title, when }) => ({ value: String(id), label: `${when} ${title}` })),
      ]}
      defaultValue={others.some(({ id }) => String(id) === chosen) ? chosen : undefined}
      error={error}
    />
  )
}
