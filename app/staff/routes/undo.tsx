import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { undoAct } from '#server/contract/staff/acts/acts.ts'
import { undoMinutes, type UndoableAct } from '#server/contract/staff/acts/undoable-acts.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { refused } from '../access/refused.server.ts'
import { readFields } from '../access/posted-form.server.ts'
import { staffApi } from '../access/staff-api.server.ts'
import { ConfirmPage } from '../parts/confirm-page.tsx'
import { staffMeta } from '../parts/staff-meta.ts'
import { leadQueuePath, leadsPath, withDone } from '../paths.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('撤销', page)

/** `/staff/undo/{id}/`: takes back what the member just did; pages post to it beside the message of what was done. */
export async function loader(args: LoaderFunctionArgs) {
  await staffApi(args).load(getStaffMe, {})
  return {}
}

/** Where a member goes on after an act was undone. */
const pathAfter: Readonly<Record<UndoableAct, string>> = {
  lead_call: leadQueuePath,
  lead_later: leadQueuePath,
  lead_batch: leadsPath,
}

/** Undoes the act. */
export async function action(args: ActionFunctionArgs) {
  await readFields(args.request)
  const reply = await staffApi(args).send(undoAct, { id: args.params['id'] ?? '' })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  const { kind, kept } = reply.data
  throw redirect(withDone(pathAfter[kind], kept.length === 0 ? 'undone' : 'undone-in-part'), 303)
}

export default function UndoPage() {
  const problem = useActionData<typeof action>()?.problem
  return (
    <ConfirmPage title="撤销刚才的操作？" act="撤销" isDanger={false} back={leadQueuePath} problem={problem}>
      <p>做完以后 {undoMinutes} 分钟内可以撤销。后来又有人改过的，保持现在的样子。</p>
    </ConfirmPage>
  )
}
