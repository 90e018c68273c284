import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getStaffGuest, undoStaffCheckIn } from '#server/contract/staff/guests.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { guestPath } from '../../event-paths.ts'
import { ConfirmPage } from '../../parts/confirm-page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { CheckInText } from './guest-table.tsx'

export const meta: MetaFunction = (page) => staffMeta('撤销签到', page)

/** `/staff/guests/{id}/undo/`: asks before a check-in is undone. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffGuest, { id: args.params['id'] ?? '' })
}

/** Undoes a check-in. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  await readFields(args.request)
  const reply = await staffApi(args).send(undoStaffCheckIn, { id })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  throw redirect(withDone(guestPath(id), 'undone'), 303)
}

export default function UndoCheckInPage() {
  const guest = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  const { id, name = '这位来宾', event } = guest
  return (
    <ConfirmPage title={`撤销${name}的签到？`} act="撤销签到" back={guestPath(id)} problem={problem}>
      <p>
        {event.title}，签到：
        <CheckInText guest={guest} />
      </p>
      <p>撤销后这位来宾算还没到，入场码照样有效，可以重新签到。</p>
    </ConfirmPage>
  )
}
