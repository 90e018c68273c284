import { digestMinutes, type LeadDigestTimes } from '#server/contract/staff/lead-digest.ts'
import { Field } from '../../parts/field.tsx'
import type { FormState } from '../../parts/form-state.ts'
import { Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { accountPath } from '../../paths.ts'

type Props = {
  /** Undefined: the member gets none. */
  times: LeadDigestTimes | undefined
  /** The form as it was refused. */
  answer: FormState | undefined
}

/** When the member gets an SMS digest of new leads. */
export function LeadDigestForm({ times, answer }: Props) {
  const form = answer ?? { values: valuesOf(times) }
  return (
    <Section title="新线索短信">
      <p>有新线索时发一条短信到您的手机：只有新来了几条、等待联系的几条，没有家长的姓名和电话。</p>
      <StaffForm key="digest" action={accountPath} problem={answer?.problem}>
        <Field label="多久一条" name="minutes" form={form} choices={intervals} none="不发短信" />
        <Field label="从几点" name="from" form={form} choices={hours(0, 23)} hint="北京时间" />
        <Field label="到几点" name="until" form={form} choices={hours(1, 24)} />
        <Field label="周末" name="weekends" form={form} choices={weekends} />
        <SubmitButton name="intent" value="digest">
          保存
        </SubmitButton>
      </StaffForm>
    </Section>
  )
}

const intervals = digestMinutes.map((minutes) => ({
  value: String(minutes),
  label: `最多每 ${minutes < 60 ? `${minutes} 分钟` : `${minutes / 60} 小时`}一条`,
}))
const weekends = [
  { value: '0', label: '周六、周日不发' },
  { value: '1', label: '周六、周日也发' },
]

function hours(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    value: String(first + at),
    label: `${first + at}:00`,
  }))
}

function valuesOf(times: LeadDigestTimes | undefined): Record<string, string> {
  if (times === undefined) return { from: '9', until: '18', weekends: '0' }
  const { minutes, from, until, weekends: onWeekends } = times
  return {
    minutes: String(minutes),
    from: String(from),
    until: String(until),
    weekends: onWeekends ? '1' : '0',
  }
}
