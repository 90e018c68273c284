import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { changeStaffMember, getStaffMember } from '#server/contract/staff/members.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { ConfirmPage } from '../../parts/confirm-page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { memberPath, withDone } from '../../paths.ts'

export const meta: MetaFunction<typeof loader> = (page) =>
  staffMeta(page.data?.closed_at === undefined ? '停用成员' : '恢复成员', page)

/** `/staff/members/{id}/end/`: asks before a member's access ends, or is given back. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffMember, { id: args.params['id'] ?? '' })
}

/** Ends a member's access, or gives it back. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  const { version = '', closed = '' } = await readFields(args.request)
  const reply = await staffApi(args).send(changeStaffMember, { id, version, closed })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  throw redirect(withDone(memberPath(reply.data.id), closed === '1' ? 'ended' : 'opened'), 303)
}

export default function EndMemberPage() {
  const { id, name, version, closed_at, leads } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  const isOpen = closed_at === undefined
  return (
    <ConfirmPage
      title={isOpen ? `停用${name}？` : `恢复${name}？`}
      act={isOpen ? '停用' : '恢复'}
      isDanger={isOpen}
      back={memberPath(id)}
      fields={{ version, closed: isOpen ? 1 : 0 }}
      problem={problem}
    >
      {isOpen ? (
        <>
          <p>正在使用的登录马上退出，以后不能再登录。</p>
          {leads === 0 ? null : (
            <p>
              {name}负责的 {leads}{' '}
              条线索从此没有人负责，其他顾问都能看到和联系。要交给某一位，请先在线索里改顾问。
            </p>
          )}
          <p>做过的操作仍然留在记录里，需要时可以恢复。</p>
        </>
      ) : (
        <p>可以重新用手机号登录，角色和权限不变。</p>
      )}
    </ConfirmPage>
  )
}
