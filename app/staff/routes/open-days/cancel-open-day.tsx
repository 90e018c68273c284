import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { cancelStaffOpenDay, getStaffOpenDay } from '#server/contract/staff/open-days.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { periodParts } from '#app/ui/text/format.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { openDayPath } from '../../open-day-paths.ts'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('取消开放日', page)

/** `/staff/open-days/{id}/cancel/`: asks before an open day is cancelled, and for the reason. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffOpenDay, { id: args.params['id'] ?? '' })
}

/** Cancels an open day. */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const reply = await staffApi(args).send(cancelStaffOpenDay, { ...values, id: args.params['id'] ?? '' })
  if (!reply.ok) return refused({ values, problem: problemOf(reply) })
  throw redirect(withDone(openDayPath(reply.data.id), 'cancelled'), 303)
}

export default function CancelOpenDayPage() {
  const { id, title, version, booked, waiting, starts_at, ends_at } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Page title={`取消${title}？`} intro={periodParts(starts_at, ends_at).join(' ')}>
      <Notice tone="warn">
        有 {booked} 份有效预约{waiting === 0 ? null : `、${waiting} 份候补`}
        。取消后不能再预约和候补，页面上写明已取消和原因；约好和候补的家长能发短信的发短信，发不到的列在“要通知的家长”里，由工作人员打电话。入场码一起作废，恢复举行时重新有效。
      </Notice>
      <StaffForm action={openDayPath(id, 'cancel')} problem={answer?.problem} hiddenFields={['version']}>
        <input type="hidden" name="version" value={version} />
        <Field
          label="取消的原因"
          name="reason"
          form={answer ?? { values: {} }}
          hint="家长会看到，例如：场地检修，改在下学期举行"
          autoComplete="off"
        />
        <p>
          <SubmitButton tone="danger">取消开放日并通知家长</SubmitButton>{' '}
          <Link className="button quiet" to={openDayPath(id)}>
            返回，不做
          </Link>
        </p>
      </StaffForm>
    </Page>
  )
}
