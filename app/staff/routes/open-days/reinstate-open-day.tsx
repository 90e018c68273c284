import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getStaffOpenDay, reinstateStaffOpenDay } from '#server/contract/staff/open-days.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { periodParts } from '#app/ui/text/format.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { openDayPath, withSeated } from '../../open-day-paths.ts'
import { ConfirmPage } from '../../parts/confirm-page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('恢复举行开放日', page)

/** `/staff/open-days/{id}/reinstate/`: asks before a cancelled open day takes place after all. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffOpenDay, { id: args.params['id'] ?? '' })
}

/** Lets a cancelled open day take place. */
export async function action(args: ActionFunctionArgs) {
  const { version = '' } = await readFields(args.request)
  const id = args.params['id'] ?? ''
  const reply = await staffApi(args).send(reinstateStaffOpenDay, { id, version })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  const { seated } = reply.data
  throw redirect(withSeated(withDone(openDayPath(reply.data.id), 'reinstated'), seated), 303)
}

export default function ReinstateOpenDayPage() {
  const { id, title, version, booked, waiting, starts_at, ends_at } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <ConfirmPage
      title={`恢复举行${title}？`}
      act="恢复举行"
      isDanger={false}
      back={openDayPath(id)}
      fields={{ version }}
      problem={problem}
    >
      <p>时间：{periodParts(starts_at, ends_at).join(' ')}。恢复后又可以预约，因取消作废的入场码重新有效。</p>
      <p>
        有 {booked} 份有效预约{waiting === 0 ? null : `、${waiting} 份候补，有空余名额时马上补上`}
        。恢复举行没有短信，这些家长都列在“要通知的家长”里，由工作人员打电话。
      </p>
    </ConfirmPage>
  )
}
