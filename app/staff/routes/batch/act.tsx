import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { getAct } from '#server/contract/staff/acts/acts.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { batchLists } from '../../batch/batch-lists.ts'
import { BatchRows } from '../../batch/batch-rows.tsx'
import { momentText } from '../../parts/moment.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { undoPath } from '../../paths.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('刚才的操作', page)

/** `/staff/acts/{id}/`: what an act with several records did, record by record; its query is that of the list it came from. */
export async function loader(args: LoaderFunctionArgs) {
  const id = args.params['id'] ?? ''
  return { ...(await staffApi(args).load(getAct, { id })), id, query: new URL(args.request.url).search }
}

export default function ActPage() {
  const { id, kind, act, rows, until, undone, query } = useLoaderData<typeof loader>()
  const list = Object.values(batchLists).find((each) => each.kind === kind)
  if (list === undefined) return null
  const { path, unit, title, acts } = list
  const { done = '', label = '' } = acts.find(({ slug }) => slug === act) ?? {}
  const kept = rows.filter(({ why }) => why !== undefined).length
  const changed = rows.length - kept
  return (
    <Page
      title={label}
      actions={
        <Link className="button" to={`${path}${query}`}>
          回到{title}
        </Link>
      }
    >
      <Notice tone={changed === 0 || undone ? 'warn' : 'done'}>
        {undone ? '已经撤销：' : ''}
        {changed === 0 ? `没有一${unit}改动` : `${changed} ${unit}${done}`}
        {kept === 0 ? '' : `，${kept} ${unit}保持原样`}。
      </Notice>
      {until === undefined ? null : (
        <Form method="post" action={undoPath(id)}>
          <p>
            <SubmitButton tone="quiet">撤销</SubmitButton>
            <span className="soft">到 {momentText(until).slice(-5)} 为止可以撤销</span>
          </p>
        </Form>
      )}
      <BatchRows rows={rows} path={path} done={done} unit={unit} />
    </Page>
  )
}
