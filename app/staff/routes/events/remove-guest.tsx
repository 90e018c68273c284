import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getStaffGuest, removeStaffGuest } from '#server/contract/staff/guests.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath, guestPath } from '../../event-paths.ts'
import { ConfirmPage } from '../../parts/confirm-page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'

export const meta: MetaFunction = (page) => staffMeta('移出名单', page)

/** `/staff/guests/{id}/remove/`: asks before a guest is taken off the list. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffGuest, { id: args.params['id'] ?? '' })
}

/** Takes a guest off the list. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  const { event = '' } = await readFields(args.request)
  const reply = await staffApi(args).send(removeStaffGuest, { id })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  throw redirect(withDone(eventPath(Number(event), 'guests'), 'removed'), 303)
}

export default function RemoveGuestPage() {
  const { id, name = '这位来宾', event, source } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <ConfirmPage
      title={`把${name}移出名单？`}
      act="移出名单"
      back={guestPath(id)}
      fields={{ event: event.id }}
      problem={problem}
    >
      <p>入场码马上作废，姓名和电话从 {event.title} 的名单里删除，不能恢复。</p>
      {source === 'booking' ? <p>家长的开放日预约不受影响。</p> : null}
    </ConfirmPage>
  )
}
