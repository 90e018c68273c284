import { Field } from '../../parts/field.tsx'
import { fieldTime, typedTime } from '../../parts/field-time.ts'
import type { FormState } from '../../parts/form-state.ts'
import type { OpenDay } from './open-day-texts.tsx'

/** Chinese names of an open day's fields, in the order of the form. */
export const openDayFieldNames = {
  title: '标题',
  starts_at: '开始',
  ends_at: '结束',
  booking_closes_at: '截止预约',
  place: '地点',
  capacity: '名额',
  description: '说明',
}

/** The values of an open day's fields. */
export function openDayValues(openDay: OpenDay): Record<keyof typeof openDayFieldNames, string> {
  return {
    title: openDay.title,
    starts_at: fieldTime(openDay.starts_at),
    ends_at: fieldTime(openDay.ends_at),
    booking_closes_at: fieldTime(openDay.booking_closes_at),
    place: openDay.place ?? '',
    capacity: openDay.capacity === undefined ? '' : String(openDay.capacity),
    description: openDay.description ?? '',
  }
}

/** The fields that are typed otherwise than they are stored, with both values. */
export function openDayDifferences(
  stored: Readonly<Record<string, string>>,
  typed: Readonly<Record<string, string | undefined>>,
): Record<string, readonly [string, string]> {
  return Object.fromEntries(
    Object.keys(openDayFieldNames).flatMap((field) => {
      const [before, after] = [typedTime(stored[field]), typedTime(typed[field])]
      return before === after ? [] : [[field, [before, after] as const]]
    }),
  )
}

/** The fields of an open day. Times are China's. */
export function OpenDayFields({ form }: { form: FormState }) {
  return (
    <>
      <Field label="标题" name="title" form={form} autoComplete="off" />
      <Field
        label="开始"
        name="starts_at"
        form={form}
        type="datetime-local"
        hint="北京时间，例如 2026-12-05 09:30"
      />
      <Field label="结束" name="ends_at" form={form} type="datetime-local" />
      <Field
        label="截止预约"
        name="booking_closes_at"
        form={form}
        type="datetime-local"
        optional
        hint="不填就是开始之前都可以预约"
      />
      <Field label="地点" name="place" form={form} optional autoComplete="off" />
      <Field
        label="名额"
        name="capacity"
        form={form}
        inputMode="numeric"
        optional
        hint="不填就是不限名额"
        autoComplete="off"
      />
      <Field label="说明" name="description" form={form} rows={6} optional />
    </>
  )
}
