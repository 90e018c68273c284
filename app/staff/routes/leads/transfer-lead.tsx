import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getLead, transferLead } from '#server/contract/staff/leads.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { ConfirmPage } from '../../parts/confirm-page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { leadPath, withDone } from '../../paths.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('转给学校', page)

/** `/staff/leads/{reference}/transfer/`: asks before a school is given a lead. */
export async function loader(args: LoaderFunctionArgs) {
  const { reference, school } = await staffApi(args).load(getLead, {
    reference: args.params['reference'] ?? '',
  })
  return { reference, school }
}

/** Gives the lead to its school. */
export async function action(args: ActionFunctionArgs) {
  const reference = args.params['reference'] ?? ''
  const reply = await staffApi(args).send(transferLead, { reference })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  throw redirect(withDone(leadPath(reference), 'transferred'), 303)
}

export default function TransferLeadPage() {
  const { reference, school } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <ConfirmPage
      title={`把线索 ${reference} 转给${school?.name ?? '学校'}？`}
      act="转给学校"
      back={leadPath(reference)}
      problem={problem}
    >
      <p>学校的成员从此可以显示这位家长的姓名和电话，每次显示都会留下记录。转出以后不能收回。</p>
      <p>只有家长授权告诉的学校才能收到；授权里写明留言的，留言也给学校看，备注不会。</p>
    </ConfirmPage>
  )
}
