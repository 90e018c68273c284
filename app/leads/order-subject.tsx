import { ChildLink } from '#app/child/child-link.tsx'
import { contactPath, schoolPath } from '#app/paths.ts'
import { NoWrap } from '#app/ui/text/no-wrap.tsx'
import type { OrderView } from './load-order.server.ts'

const stateLabels = {
  open: undefined,
  full: '这场名额已满，可以候补。',
  closed: '这场预约已截止，可以看看其他场次。',
  not_offered: '这场不在本站预约，请直接联系学校。',
  past: '这场已经结束，可以看看其他场次。',
  cancelled: '这场开放日已经取消，可以看看其他场次。',
}

/** The subject of a lead form: the school, the open day and whether it can be booked. */
export function OrderSubject({ view: { school, openDay } }: { view: OrderView }) {
  const state = openDay && stateLabels[openDay.state]
  return (
    <>
      {school === undefined ? null : (
        <p>
          <b>
            <ChildLink href={schoolPath(school.id)}>{school.name}</ChildLink>
          </b>
          {school.facts === undefined ? null : (
            <>
              <br />
              <NoWrap text={school.facts} />
            </>
          )}
          {school.price === undefined ? null : (
            <>
              <br />
              <NoWrap text={school.price} />
            </>
          )}
          {school.openDay === undefined || openDay !== undefined ? null : (
            <>
              <br />
              下一场开放日：{school.openDay}
            </>
          )}
        </p>
      )}
      {openDay === undefined ? null : (
        <p>
          <b>{openDay.title}</b>
          <br />
          <NoWrap text={openDay.when} />
          {openDay.place === undefined ? null : (
            <>
              <br />
              {openDay.place}
            </>
          )}
        </p>
      )}
      {state === undefined ? null : <p className="tag warn">{state}</p>}
      {openDay?.state === 'cancelled' ? (
        <p>
          已经预约的家长请不要前往，有疑问请<a href={contactPath}>联系我们</a>。
        </p>
      ) : null}
      {openDay?.cancelReason === undefined ? null : <p>取消原因：{openDay.cancelReason}</p>}
    </>
  )
}
