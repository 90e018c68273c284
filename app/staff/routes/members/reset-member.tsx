import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getStaffMember, resetSecondFactor } from '#server/contract/staff/members.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { ConfirmPage } from '../../parts/confirm-page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { memberPath, withDone } from '../../paths.ts'

export const meta: MetaFunction = (page) => staffMeta('重置动态码', page)

/** `/staff/members/{id}/reset/`: asks before a member's second factor is removed. */
export async function loader(args: LoaderFunctionArgs) {
  const { id, name } = await staffApi(args).load(getStaffMember, { id: args.params['id'] ?? '' })
  return { id, name }
}

/** Removes a member's second factor. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  await readFields(args.request)
  const reply = await staffApi(args).send(resetSecondFactor, { id })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  throw redirect(withDone(memberPath(Number(id)), 'reset'), 303)
}

export default function ResetMemberPage() {
  const { id, name } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <ConfirmPage title={`重置${name}的动态码？`} act="重置" back={memberPath(id)} problem={problem}>
      <p>用于手机丢失、换手机，或恢复码用完的时候。请先确认确实是本人要求的。</p>
      <p>正在使用的登录马上退出，原来的验证器和恢复码都不能再用；下次登录时重新设置。</p>
    </ConfirmPage>
  )
}
