import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { mostInBatch, undoMinutes } from '#server/contract/staff/acts/undoable-acts.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { batchLists } from '../../batch/batch-lists.ts'
import { BatchRows } from '../../batch/batch-rows.tsx'
import { ConfirmPage } from '../../parts/confirm-page.tsx'
import { Field } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { recordsFilePath } from '../../paths.ts'
import { askOrRun, batchIn } from './ask-or-run.server.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('一起处理', page)

/** `/staff/batch/{list}/`: asks before an act with several records of a list is done; the list posts to it. */
export async function loader(args: LoaderFunctionArgs) {
  const { name, calls } = batchIn(args)
  const api = staffApi(args)
  const { rights } = await api.load(getStaffMe, {})
  const mayAct = batchLists[name]?.acts.some(({ right }) => rights.includes(right)) === true
  return { name, choices: mayAct ? await calls.choices?.(api) : undefined }
}

/** Says what the act would do, and once that is confirmed does it. */
export function action(args: ActionFunctionArgs) {
  return askOrRun(args)
}

export default function ConfirmBatchPage() {
  const { name, choices } = useLoaderData<typeof loader>()
  const asked = useActionData<typeof action>()
  const list = batchLists[name]
  const act = list?.acts.find(({ slug }) => slug === asked?.act)
  if (list === undefined) return null
  const { path, unit, title } = list
  if (asked === undefined || act === undefined)
    return (
      <Page title="一起处理">
        <p>先在列表里选中要处理的，再选做什么。</p>
        <p>
          <Link className="button" to={path}>
            {title}
          </Link>
        </p>
      </Page>
    )
  const { rows, more, values, problem, query, key } = asked
  const records = rows.filter(({ why }) => why === undefined).map(({ record }) => record)
  const back = `${path}${query}`
  const rest =
    more === 0 ? null : (
      <p>
        符合条件的还有 {more} {unit}，一次最多 {mostInBatch} {unit}，这次不处理。
      </p>
    )
  const below = <BatchRows rows={rows} path={path} done="要处理的" unit={unit} />
  if (records.length === 0)
    return (
      <Page title={act.label}>
        <p role="alert">{problem?.message ?? `选中的${title}都不能${act.label}。`}</p>
        <p>
          <Link className="button quiet" to={back}>
            返回
          </Link>
        </p>
        {below}
      </Page>
    )
  const { choice, isFile = false } = act
  const joined = records.join(',')
  return (
    <ConfirmPage
      title={act.question(records.length)}
      act={act.label}
      isDanger={act.isDanger ?? false}
      back={back}
      problem={problem}
      fields={
        isFile
          ? { kind: name, references: joined, format: 'csv' }
          : { act: act.slug, records: joined, key, query, confirmed: '1' }
      }
      file={isFile ? recordsFilePath : undefined}
      inputs={
        choice === undefined ? undefined : (
          <Field
            label={choice.label}
            name={choice.name}
            form={{ values, problem }}
            choices={choice.choices ?? choices?.[act.slug] ?? []}
            none="请选择"
          />
        )
      }
      below={below}
    >
      <p>{act.text}</p>
      {rest}
      {isFile ? null : <p>做完以后 {undoMinutes} 分钟内可以一起撤销。</p>}
    </ConfirmPage>
  )
}
