import { leadAnswers } from '#server/contract/catalogue/lead-fields.ts'
import { schoolPath } from '#app/paths.ts'
import { dateText, hoursText, timeText } from '#app/ui/text/format.ts'
import { NoWrap } from '#app/ui/text/no-wrap.tsx'
import { transferText } from '#app/leads/lead-labels.ts'
import type { Lead } from '#app/leads/load-lead.server.ts'

/** Subject of a lead, and its sender, masked. */
export function LeadSubject({ found }: { found: Lead }) {
  const { school, open_day: day, name, phone, transferred } = found
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
      {leadAnswers(found).map(({ label, value }) => (
        <p key={label}>
          {label}：{value}
        </p>
      ))}
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
