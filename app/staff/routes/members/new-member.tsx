import { redirect, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData } from '@remix-run/react'
import { addStaffMember } from '#server/contract/staff/members.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import type { FormState } from '../../parts/form-state.ts'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { memberPath, membersPath, newMemberPath, withDone } from '../../paths.ts'
import { MemberFields } from './member-fields.tsx'
import { filledIn } from './member-values.ts'

export const meta: MetaFunction = (page) => staffMeta('添加成员', page)

/** Adds a member. */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const reply = await staffApi(args).send(addStaffMember, filledIn(values))
  if (!reply.ok) return refused({ values, problem: problemOf(reply) })
  throw redirect(withDone(memberPath(reply.data.id), 'added'), 303)
}

export default function NewMemberPage() {
  const form: FormState = useActionData<typeof action>() ?? { values: { role: 'advisor' } }
  return (
    <Page title="添加成员" intro="添加后，对方用自己的手机号登录，第一次登录时设置动态码。">
      <StaffForm action={newMemberPath} problem={form.problem}>
        <MemberFields form={form} />
        <p>
          <SubmitButton>添加</SubmitButton>{' '}
          <Link className="button quiet" to={membersPath}>
            返回
          </Link>
        </p>
      </StaffForm>
    </Page>
  )
}
