import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listImports, undoStaffImport } from '#server/contract/staff/imports.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { ConfirmPage } from '../../parts/confirm-page.tsx'
import { Moment } from '../../parts/moment.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { importsPath, withDone } from '../../paths.ts'

export const meta: MetaFunction = (page) => staffMeta('撤销导入', page)

/** Milliseconds that undoing some thousand rows may take. */
const timeout = 60_000

/** `/staff/imports/{id}/undo/`: asks before an import is undone. */
export async function loader(args: LoaderFunctionArgs) {
  const { items } = await staffApi(args).load(listImports, {})
  const found = items.find(({ id }) => String(id) === args.params['id'])
  if (found === undefined) throw data({ message: '没有这次导入' }, { status: 404 })
  return found
}

/** Undoes an import. */
export async function action(args: ActionFunctionArgs) {
  const reply = await staffApi(args).send(undoStaffImport, { id: args.params['id'] ?? '' }, { timeout })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  throw redirect(withDone(importsPath, 'undone'), 303)
}

export default function UndoImportPage() {
  const { id, published_at, operator, files, added, changed } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <ConfirmPage title={`撤销第 ${id} 次导入？`} act="撤销" back={importsPath} problem={problem}>
      <p>
        {operator} <Moment at={published_at} /> 导入：{files.join('、')}。新增 {added}，修改 {changed}。
      </p>
      <p>
        改过的内容恢复成导入以前的样子，新增的内容删除；已有人收藏、申请或引用的不删除，改为撤下。导入以后又改过的，不会撤销，会告诉您是哪些。
      </p>
    </ConfirmPage>
  )
}
