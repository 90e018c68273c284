import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { guestKinds } from '#server/contract/check-ins/check-in-rules.ts'
import { getStaffEvent } from '#server/contract/staff/events.ts'
import { importStaffGuests } from '#server/contract/staff/guests.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { fileOf } from '../../access/carried-file.server.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath } from '../../event-paths.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { listColumnNames } from './event-texts.ts'
import { readGivenList } from './guest-list-upload.server.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('导入名单', page)

/** `/staff/events/{id}/guests/import/`: checks a guest list first, and stores it when it is confirmed. */
export async function loader(args: LoaderFunctionArgs) {
  const { id, title } = await staffApi(args).load(getStaffEvent, { id: args.params['id'] ?? '' })
  return { id, title }
}

/** Checks a list without storing it; with the counts of such a check it is stored when the result is still the same. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  const values = await readFields(args.request)
  const list = await readGivenList(args.request)
  if ('message' in list) return refused({ values, problem: list, checked: undefined })
  const { kind, added, changed, unchanged } = values
  const given = { id, kind, file: fileOf(list), added, changed, unchanged }
  const reply = await staffApi(args).send(importStaffGuests, given)
  if (!reply.ok) return refused({ values, problem: problemOf(reply), checked: undefined })
  if (reply.data.stored) throw redirect(withDone(eventPath(id, 'guests'), 'imported'), 303)
  return {
    values,
    problem: undefined,
    checked: { list, report: reply.data, hasChanged: added !== undefined },
  }
}

type Checked = NonNullable<NonNullable<ReturnType<typeof useActionData<typeof action>>>['checked']>
type RowProblem = Checked['report']['problems'][number]

const problemColumns = [
  { label: '文件', cell: ({ file }: RowProblem) => file },
  { label: '行', cell: ({ line }: RowProblem) => `第 ${line} 行`, noWrap: true },
  {
    label: '列',
    cell: ({ field }: RowProblem) => (field === undefined ? '整行' : (listColumnNames[field] ?? field)),
    noWrap: true,
  },
  { label: '问题', cell: ({ message }: RowProblem) => message },
]

export default function ImportGuestsPage() {
  const { id, title } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const checked = answer?.checked
  const path = eventPath(id, 'guests/import')
  return (
    <Page
      title="导入名单"
      intro={<Link to={eventPath(id)}>{title}</Link>}
      actions={
        <Link className="button quiet" to={eventPath(id, 'guests')}>
          来宾名单
        </Link>
      }
    >
      {checked === undefined ? null : <CheckedList checked={checked} path={path} />}
      <Section title={checked === undefined ? '选择名单' : '换一份名单'}>
        <StaffForm
          action={path}
          encType="multipart/form-data"
          problem={answer?.problem}
          hiddenFields={['kind']}
        >
          <Field
            label="类型"
            name="kind"
            form={{ values: { kind: answer?.values['kind'] ?? 'parent' } }}
            choices={guestKinds.map(({ slug, label }) => ({ value: slug, label }))}
            hint="名单里有“类型”一列时以那一列为准"
          />
          <Field
            label="文件"
            name="file"
            form={{ values: {}, problem: answer?.problem }}
            type="file"
            accept=".csv,.tsv,.txt,.jsonl"
            hint="Excel 和 WPS 请另存为 CSV 或“Unicode 文本”；简体、繁体的编码都认得"
          />
          <Field
            label="或者粘贴"
            name="text"
            form={{ values: answer?.values ?? {}, problem: answer?.problem }}
            rows={6}
            optional
            hint="第一行是列名：姓名、电话、人数、入场码、单位、展位、学校。也可以从表格里直接复制"
          />
          <SubmitButton>检查（还不保存）</SubmitButton>
        </StaffForm>
      </Section>
    </Page>
  )
}

/** What a list comes to, and the button that stores it. */
function CheckedList({ checked: { list, report, hasChanged }, path }: { checked: Checked; path: string }) {
  const { added, changed, unchanged, problems, problem_count: count } = report
  if (count > 0) {
    return (
      <>
        <Notice tone="warn">
          {list.name}：有 {count} 个问题，没有保存任何内容。改好以后再检查一次。
        </Notice>
        <DataTable
          caption="名单里的问题"
          columns={problemColumns}
          rows={problems}
          keyOf={({ file, line, field, message }) => `${file} ${line} ${field ?? ''} ${message}`}
          empty=""
        />
        {count > problems.length ? <p>另有 {count - problems.length} 个问题没有列出。</p> : null}
      </>
    )
  }
  return (
    <>
      <Notice tone={hasChanged ? 'warn' : 'done'}>
        {hasChanged ? '检查之后名单有了变化，还没有保存，请再看一遍：' : '检查通过，还没有保存：'}
        新增 {added} 位，修改 {changed} 位，没有变化 {unchanged} 位。
      </Notice>
      <StaffForm action={path} encType="multipart/form-data">
        {Object.entries({ ...list, added, changed, unchanged }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SubmitButton>保存到名单</SubmitButton>
      </StaffForm>
    </>
  )
}
