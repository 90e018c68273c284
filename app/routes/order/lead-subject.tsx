import { contactPreferenceText } from '#server/contract/leads/contact-preferences.ts'
import { visitTimesText } from '#server/contract/leads/visit-times.ts'
import { schoolPath } from '#app/paths.ts'
import { dateText, hoursText, timeText } from '#app/ui/text/format.ts'
import { NoWrap } from '#app/ui/text/no-wrap.tsx'
import { transferText } from '#app/order/lead-labels.ts'
import type { Lead } from '#app/order/load-lead.server.ts'

/** Subject of a lead, and its sender, masked. */
export function LeadSubject({
  found: { school, open_day: day, name, phone, visit_times: times = [], contact_preference, transferred },
}: {
  found: Lead
}) {
  const preference = contactPreferenceText(contact_preference)
  return (
    <>
      {school === undefined ? null : (
        <p>{school.withdrawn === true ? school.name : <a href={schoolPath(school.id)}>{school.name}</a>}</p>
      )}
      {day === undefined ? null : (
        <p>
          <b>{day.title}</b>
          <br />
          <NoWrap text={timesOf(day)} />
          {day.place === undefined ? null : (
            <>
              <br />
              {day.place}
            </>
          )}
          {day.booked_for === undefined || day.cancelled ? null : (
            <>
              <br />
              <NoWrap text={`已改期，原定 ${dateText(day.booked_for)} ${timeText(day.booked_for)}`} />
            </>
          )}
          {day.booked_place === undefined || day.cancelled ? null : (
            <>
              <br />
              {`地点已改，原定 ${day.booked_place}`}
            </>
          )}
          {day.cancel_reason === undefined ? null : (
            <>
              <br />
              取消原因：{day.cancel_reason}
            </>
          )}
        </p>
      )}
      {times.length === 0 ? null : <p>方便参观：{visitTimesText(times)}</p>}
      {preference === undefined ? null : <p>希望怎么联系：{preference}</p>}
      {transferred === undefined ? null : <p>{transferText(transferred)}</p>}
      {name === '' ? null : (
        <p className="soft">
          {name}，{phone}
        </p>
      )}
    </>
  )
}

function timesOf({ starts_at, ends_at, cancelled }: NonNullable<Lead['open_day']>): string {
  const times = `${dateText(starts_at)} ${hoursText(starts_at, ends_at)}`
  return cancelled ? `原定 ${times}（已取消，请不要前往）` : times
}
