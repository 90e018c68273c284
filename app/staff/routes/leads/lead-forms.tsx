import { Link } from '@remix-run/react'
import { leadOutcomes } from '#server/contract/staff/lead-terms.ts'
import { Field } from '../../parts/field.tsx'
import { momentText } from '../../parts/moment.tsx'
import type { FormState } from '../../parts/form-state.ts'
import { Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { leadPath } from '../../paths.ts'
import type { Refused } from './act-on-lead.server.ts'
import type { LeadDetail } from '../../texts/lead-texts.ts'
import styles from './lead-forms.module.css'

type Problem = { problem: Refused | undefined }

/** The state of one form of the page: what was typed into it when it was refused, else `values`. */
function stateOf(intent: string, problem: Refused | undefined, values: FormState['values'] = {}): FormState {
  return problem?.intent === intent ? { values: problem.values, problem: problem.problem } : { values }
}

/** What is done with one button: show the phone, claim, transfer, send again. */
export function QuickActs({
  lead: { reference, acts, phone, transferred_at },
  problem,
  isRevealed,
}: Problem & { lead: LeadDetail; isRevealed: boolean }) {
  const buttons = [
    {
      intent: 'reveal',
      label: '显示电话',
      isShown: acts.includes('reveal') && phone !== undefined && !isRevealed,
      isMain: true,
    },
    { intent: 'claim', label: '只认领', isShown: acts.includes('claim') && !isRevealed },
    { intent: 'release', label: '放弃认领', isShown: acts.includes('release') },
    { intent: 'resend', label: '重发到 CRM', isShown: acts.includes('resend') },
  ].filter(({ isShown }) => isShown)
  const mayTransfer = acts.includes('transfer') && transferred_at === undefined
  const isQuick = problem !== undefined && !['contact', 'note', 'assign'].includes(problem.intent)
  if (buttons.length === 0 && !mayTransfer && !isQuick) return null
  return (
    <StaffForm action={leadPath(reference)} problem={isQuick ? problem.problem : undefined}>
      <p className={styles.acts}>
        {buttons.map(({ intent, label, isMain }) => (
          <SubmitButton key={intent} name="intent" value={intent} tone={isMain === true ? 'main' : 'quiet'}>
            {label}
          </SubmitButton>
        ))}
        {mayTransfer ? (
          <Link className="button quiet" to={leadPath(reference, 'transfer')}>
            转给学校
          </Link>
        ) : null}
      </p>
    </StaffForm>
  )
}

const outcomeChoices = leadOutcomes.map(({ slug, label }) => ({ value: slug, label }))

/** A call with its outcome, time, a note, and when to call again; `next`: the reminder that stands. */
export function CallForm({ now, next, problem }: Problem & { now: string; next: string | undefined }) {
  const form = stateOf('contact', problem, { at: now })
  return (
    <Section title="记录联系">
      <StaffForm problem={form.problem}>
        <input type="hidden" name="intent" value="contact" />
        <Field
          label="结果"
          name="outcome"
          form={form}
          choices={outcomeChoices}
          none="请选择"
          hint="接通以后，家长在“我的申请”里看到“已联系”。"
        />
        <Field label="联系的时间" name="at" form={form} type="datetime-local" max={now} />
        <Field
          label="下次联系"
          name="next_at"
          form={form}
          type="datetime-local"
          min={now}
          optional
          hint={
            next === undefined
              ? '到时间在“今天”里提醒，再联系上以后自动清除。没人接听、约好再联系的，不填也会自动安排。'
              : `现在约的是 ${momentText(next)}。这次联系上了就清除，要再约请填新的时间。`
          }
        />
        <Field label="备注" name="note" form={form} rows={3} optional hint="家长导出自己的数据时能看到。" />
        <SubmitButton>记下</SubmitButton>
      </StaffForm>
    </Section>
  )
}

/** Who looks after a lead. */
export function AssignForm({
  advisors,
  assignee,
  problem,
}: Problem & { advisors: readonly { id: number; name: string }[]; assignee: number | undefined }) {
  const form = stateOf('assign', problem, { assignee: assignee === undefined ? '0' : String(assignee) })
  const choices = [
    { value: '0', label: '未分配' },
    ...advisors.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <Section title="分配">
      <StaffForm problem={form.problem}>
        <input type="hidden" name="intent" value="assign" />
        <Field label="顾问" name="assignee" form={form} choices={choices} />
        <SubmitButton>分配</SubmitButton>
      </StaffForm>
    </Section>
  )
}

/** A note without a call. */
export function NoteForm({ problem }: Problem) {
  const form = stateOf('note', problem)
  return (
    <Section title="添加备注">
      <StaffForm problem={form.problem}>
        <input type="hidden" name="intent" value="note" />
        <Field label="备注" name="new_note" form={form} rows={3} hint="家长导出自己的数据时能看到。" />
        <SubmitButton>添加备注</SubmitButton>
      </StaffForm>
    </Section>
  )
}
