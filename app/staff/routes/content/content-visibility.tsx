import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { getContent, reinstateContent, withdrawContent } from '#server/contract/staff/content.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { contentRowPath } from '../../content-paths.ts'
import { Field } from '../../parts/field.tsx'
import type { FormState } from '../../parts/form-state.ts'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { requireRight } from './content-rights.server.ts'
import { kindIn } from './kind-in.server.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('撤下或恢复公开', page)

/** `/staff/content/{kind}/{id}/visibility/`: asks why a row is withdrawn, or shown again. */
export async function loader(args: LoaderFunctionArgs) {
  const kind = kindIn(args.params)
  const api = staffApi(args)
  await requireRight(api, 'content.write')
  const { id, title, version, withdrawn_at } = await api.load(getContent, {
    kind,
    id: args.params['id'] ?? '',
  })
  return { kind, id, title, version, isWithdrawn: withdrawn_at !== undefined }
}

/** Withdraws a visible row, shows a withdrawn one again. */
export async function action(args: ActionFunctionArgs) {
  const kind = kindIn(args.params)
  const id = args.params['id'] ?? ''
  const values = await readFields(args.request)
  const isWithdrawn = values['withdrawn'] === '1'
  const { version = '', reason = '' } = values
  const api = staffApi(args)
  const asked = { kind, id, version, reason }
  const reply = isWithdrawn ? await api.send(reinstateContent, asked) : await api.send(withdrawContent, asked)
  if (!reply.ok) return refused({ values, problem: problemOf(reply) })
  throw redirect(withDone(contentRowPath(kind, id), isWithdrawn ? 'reinstated' : 'withdrawn'), 303)
}

export default function ContentVisibilityPage() {
  const { kind, id, title, version, isWithdrawn } = useLoaderData<typeof loader>()
  const form: FormState = useActionData<typeof action>() ?? { values: {} }
  return (
    <Page title={isWithdrawn ? `恢复公开${title}？` : `撤下${title}？`}>
      <p>
        {isWithdrawn
          ? '网站上马上又看得到。'
          : '网站上马上看不到，原来的网址会说明已经撤下。内容不删除，随时可以恢复公开。'}
      </p>
      <StaffForm problem={form.problem} hiddenFields={['version']}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="withdrawn" value={isWithdrawn ? '1' : '0'} />
        <Field label="原因" name="reason" form={form} hint="写在记录里，访客看不到" />
        <p>
          <SubmitButton tone={isWithdrawn ? 'main' : 'danger'}>
            {isWithdrawn ? '恢复公开' : '撤下'}
          </SubmitButton>{' '}
          <Link className="button quiet" to={contentRowPath(kind, id)}>
            返回
          </Link>
        </p>
      </StaffForm>
    </Page>
  )
}
