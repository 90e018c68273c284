import { Link } from '@remix-run/react'
import type { z } from 'zod'
import type { getDraft } from '#server/contract/staff/drafts.ts'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { draftPath } from '../../content-paths.ts'
import { Field } from '../../parts/field.tsx'
import { Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'

type Props = {
  draft: Pick<z.output<typeof getDraft.data>, 'id' | 'version' | 'state' | 'outdated'>
  /** Whether the member publishes; others propose. */
  mayPublish: boolean
  /** The last refusal, shown at its own form. */
  answer: { intent: string; problem: FormProblem; values: Readonly<Record<string, string>> } | undefined
}

/** What can be done with a draft, a form for each. */
export function DraftForms({ draft, mayPublish, answer }: Props) {
  const { id, version, state, outdated } = draft
  const problemOf = (intent: string) => (answer?.intent === intent ? answer.problem : undefined)
  const form = (intent: string) => ({ values: answer?.values ?? {}, problem: problemOf(intent) })
  const hidden = (intent: string) => (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
    </>
  )
  const simple = (intent: string, label: string, tone: 'main' | 'quiet' = 'main') => (
    <StaffForm problem={problemOf(intent)} hiddenFields={Object.keys(problemOf(intent)?.fields ?? {})}>
      {hidden(intent)}
      <SubmitButton tone={tone}>{label}</SubmitButton>
    </StaffForm>
  )
  return (
    <Section title={mayPublish ? '发布' : '提交'}>
      {outdated ? simple('rebase', '按现在的内容更新') : null}
      {mayPublish && !outdated ? simple('publish', '马上发布') : null}
      {mayPublish && !outdated && state !== 'scheduled' ? (
        <StaffForm problem={problemOf('schedule')} hiddenFields={['version']}>
          {hidden('schedule')}
          <Field label="发布时间" name="publish_at" type="datetime-local" form={form('schedule')} />
          <SubmitButton tone="quiet">定时发布</SubmitButton>
        </StaffForm>
      ) : null}
      {!mayPublish && (state === 'draft' || state === 'refused') ? simple('propose', '提交给编辑') : null}
      {state === 'proposed' || state === 'scheduled' ? simple('reopen', '改回草稿', 'quiet') : null}
      {mayPublish && state === 'proposed' ? (
        <StaffForm problem={problemOf('refuse')} hiddenFields={['version']}>
          {hidden('refuse')}
          <Field label="退回的原因" name="reason" form={form('refuse')} rows={2} />
          <SubmitButton tone="quiet">退回</SubmitButton>
        </StaffForm>
      ) : null}
      <p>
        <Link to={draftPath(id, 'discard')}>放弃这份草稿</Link>
      </p>
    </Section>
  )
}
