import { Link } from '@remix-run/react'
import { cities, cityOfCode } from '#server/contract/cities.ts'
import { openDaysPath } from '../../open-day-paths.ts'
import { Field } from '../../parts/field.tsx'
import { fieldTime, typedTime } from '../../parts/field-time.ts'
import type { FormState } from '../../parts/form-state.ts'

/** Chinese names of an event's fields, in the order of the form. */
export const eventFieldNames = {
  city_code: '城市',
  title: '标题',
  starts_at: '开始',
  ends_at: '结束',
  place: '地点',
  open_day: '开放日',
}

/** What an event's fields show of. */
type ShownEvent = {
  city_code: string
  title: string
  starts_at: string
  ends_at: string
  place?: string | undefined
  open_day?: { id: number } | undefined
}

/** The values of an event's fields. */
export function eventValues(event: ShownEvent): Record<keyof typeof eventFieldNames, string> {
  return {
    city_code: event.city_code,
    title: event.title,
    starts_at: fieldTime(event.starts_at),
    ends_at: fieldTime(event.ends_at),
    place: event.place ?? '',
    open_day: event.open_day === undefined ? '' : String(event.open_day.id),
  }
}

/** The fields that are typed otherwise than they are stored, with both values as people read them. */
export function eventDifferences(
  stored: Readonly<Record<string, string>>,
  typed: Readonly<Record<string, string | undefined>>,
): Record<string, readonly [string, string]> {
  return Object.fromEntries(
    Object.keys(eventFieldNames).flatMap((field) => {
      const [before, after] = [shownText(field, stored[field] ?? ''), shownText(field, typed[field] ?? '')]
      return before === after ? [] : [[field, [before, after] as const]]
    }),
  )
}

function shownText(field: string, value: string): string {
  if (field === 'city_code') return cityOfCode(value)?.name ?? value
  return field.endsWith('_at') ? typedTime(value) : value
}

/** The fields of an event. Times are China's. */
export function EventFields({ form }: { form: FormState }) {
  return (
    <>
      <Field
        label="城市"
        name="city_code"
        form={form}
        choices={cities.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <Field label="标题" name="title" form={form} autoComplete="off" />
      <Field
        label="开始"
        name="starts_at"
        form={form}
        type="datetime-local"
        hint="北京时间，例如 2026-12-05 09:30。开始前 24 小时起可以签到"
      />
      <Field
        label="结束"
        name="ends_at"
        form={form}
        type="datetime-local"
        hint="结束 6 小时后不能再签到，12 小时后平板删除名单"
      />
      <Field label="地点" name="place" form={form} optional autoComplete="off" />
      <Field
        label="开放日"
        name="open_day"
        form={form}
        optional
        autoComplete="off"
        hint={
          <>
            编号或全名，见<Link to={openDaysPath}>开放日</Link>。预约了它的家长自动在名单里
          </>
        }
      />
    </>
  )
}
