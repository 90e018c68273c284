import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { guestKinds } from '#server/contract/check-ins/check-in-rules.ts'
import { getStaffEvent } from '#server/contract/staff/events.ts'
import { guestListColumns, importStaffGuests } from '#server/contract/staff/guests.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { fileOf } from '../../access/carried-file.server.ts'
import { readFields, readValues } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath } from '../../event-paths.ts'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { RowFaults } from '../../brought-files/row-faults.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { UnderstoodTables } from '../../brought-files/understood-tables.tsx'
import { withDone } from '../../paths.ts'
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
  const { kind, partly, added, changed, unchanged } = values
  const columns = await readValues(args.request, 'columns')
  const given = { id, kind, file: fileOf(list), columns, partly, added, changed, unchanged }
  const reply = await staffApi(args).send(importStaffGuests, given)
  if (!reply.ok) return refused({ values, problem: problemOf(reply), checked: undefined })
  if (reply.data.stored) throw redirect(withDone(eventPath(id, 'guests'), 'imported'), 303)
  return {
    values,
    problem: undefined,
    checked: { list, columns, report: reply.data, hasChanged: added !== undefined },
  }
}

type Checked = NonNullable<NonNullable<ReturnType<typeof useActionData<typeof action>>>['checked']>

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

/** What a list comes to: what it was understood as, its faults, and the button that stores it. */
function CheckedList({
  checked: { list, columns, report, hasChanged },
  path,
}: {
  checked: Checked
  path: string
}) {
  const { added, changed, unchanged, problem_count: count, left_out: leftOut } = report
  const carried = (
    <>
      {Object.entries(list).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {columns.map((value) => (
        <input key={value} type="hidden" name="columns" value={value} />
      ))}
    </>
  )
  const isStorable = count === 0 || (leftOut > 0 && added + changed > 0)
  return (
    <>
      <RowFaults report={report} act="保存" headers={guestListColumns} />
      {count > 0 && leftOut === 0 ? null : (
        <Notice tone={hasChanged || count > 0 ? 'warn' : 'done'}>
          {hasChanged
            ? '检查之后名单有了变化，还没有保存，请再看一遍：'
            : count > 0
              ? '其余的行还没有保存：'
              : '检查通过，还没有保存：'}
          新增 {added} 位，修改 {changed} 位，没有变化 {unchanged} 位。
        </Notice>
      )}
      {isStorable ? (
        <StaffForm action={path} encType="multipart/form-data">
          {carried}
          {Object.entries({ added, changed, unchanged }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {leftOut === 0 ? null : <input type="hidden" name="partly" value="yes" />}
          <SubmitButton>{leftOut === 0 ? '保存到名单' : `保存其余的行，不要这 ${leftOut} 行`}</SubmitButton>
        </StaffForm>
      ) : null}
      <UnderstoodTables tables={report.tables} action={path}>
        {carried}
      </UnderstoodTables>
    </>
  )
}
