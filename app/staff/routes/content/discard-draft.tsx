import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { discardDraft, getDraft } from '#server/contract/staff/drafts.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { draftPath, draftsPath } from '../../content-paths.ts'
import { ConfirmPage } from '../../parts/confirm-page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'

export const meta: MetaFunction = (page) => staffMeta('放弃草稿', page)

/** `/staff/drafts/{id}/discard/`: asks before a draft is thrown away. */
export async function loader(args: LoaderFunctionArgs) {
  const { id, version, title } = await staffApi(args).load(getDraft, { id: args.params['id'] ?? '' })
  return { id, version, title }
}

/** Throws the draft away. */
export async function action(args: ActionFunctionArgs) {
  const { version = '' } = await readFields(args.request)
  const reply = await staffApi(args).send(discardDraft, { id: args.params['id'] ?? '', version })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  throw redirect(withDone(draftsPath, 'discarded'), 303)
}

export default function DiscardDraftPage() {
  const { id, version, title } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <ConfirmPage
      title={`放弃${title}的草稿？`}
      act="放弃"
      back={draftPath(id)}
      fields={{ version }}
      problem={problem}
    >
      <p>草稿里的改动不会发布，网站上的内容不变。</p>
    </ConfirmPage>
  )
}
