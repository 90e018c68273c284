import type { z } from 'zod'
import type { getOperations } from '#server/contract/staff/operations.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { jobKindText } from '../../parts/job-texts.ts'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { operationsPath } from '../../paths.ts'

type Jobs = z.output<typeof getOperations.data>['jobs']
type Job = Jobs['failed'][number]

const columns = [
  { label: '任务', cell: ({ id, kind }: Job) => `${jobKindText(kind)}（${id}）`, isHeading: true },
  { label: '产生', cell: ({ created_at }: Job) => <Moment at={created_at} />, noWrap: true },
  { label: '试过', cell: ({ tries }: Job) => `${tries} 次`, noWrap: true },
  { label: '上次失败的原因', cell: ({ reason }: Job) => reason },
  { label: '下次', cell: ({ due_at }: Job) => <Moment at={due_at} />, noWrap: true },
  {
    label: '重试',
    cell: ({ id, kind }: Job) => (
      <StaffForm action={operationsPath}>
        <input type="hidden" name="id" value={id} />
        <SubmitButton tone="quiet" about={`${jobKindText(kind)} ${id}`}>
          重试
        </SubmitButton>
      </StaffForm>
    ),
  },
]

/** Jobs that failed and are tried again, each with the button that tries it at once. */
export function FailedJobs({ jobs: { failed, failing } }: { jobs: Jobs }) {
  return (
    <Section title="发送失败的任务">
      <DataTable
        caption="发送失败的任务"
        columns={columns}
        rows={failed}
        keyOf={({ id }) => id}
        empty="没有发送失败的任务。"
      />
      {failing > failed.length ? <p>另有 {failing - failed.length} 个没有列出。</p> : null}
    </Section>
  )
}
