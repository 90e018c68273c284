import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { reinstateStaffEvent, withdrawStaffEvent } from '#server/contract/staff/change-events.ts'
import { getStaffEvent } from '#server/contract/staff/events.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath } from '../../event-paths.ts'
import { Field } from '../../parts/field.tsx'
import type { FormState } from '../../parts/form-state.ts'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('撤下或恢复活动', page)

/** `/staff/events/{id}/visibility/`: asks why an event is withdrawn, or shown again. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffEvent, { id: args.params['id'] ?? '' })
}

/** Withdraws a visible event, shows a withdrawn one again. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  const values = await readFields(args.request)
  const { version, reason } = values
  const isWithdrawn = values['withdrawn'] === '1'
  const endpoint = isWithdrawn ? reinstateStaffEvent : withdrawStaffEvent
  const reply = await staffApi(args).send(endpoint, { id, version, reason })
  if (!reply.ok) return refused({ values, problem: problemOf(reply) })
  throw redirect(withDone(eventPath(reply.data.id), isWithdrawn ? 'reinstated' : 'withdrawn'), 303)
}

export default function EventVisibilityPage() {
  const { id, title, version, withdrawn_at: withdrawnAt } = useLoaderData<typeof loader>()
  const form: FormState = useActionData<typeof action>() ?? { values: {} }
  const isWithdrawn = withdrawnAt !== undefined
  return (
    <Page title={isWithdrawn ? `恢复公开${title}？` : `撤下${title}？`}>
      <p>
        {isWithdrawn
          ? '签到页又列出它，来宾又看得到入场码。'
          : '签到页不再列出它，来宾看不到入场码。已配对的平板还可以签到，要停就停用平板；名单和签到都不删除，随时可以恢复公开。'}
      </p>
      <StaffForm problem={form.problem} hiddenFields={['version']}>
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="withdrawn" value={isWithdrawn ? '1' : '0'} />
        <Field label="原因" name="reason" form={form} hint="写在记录里，访客看不到" />
        <p className="words">
          <SubmitButton tone={isWithdrawn ? 'main' : 'danger'}>
            {isWithdrawn ? '恢复公开' : '撤下'}
          </SubmitButton>
          <Link className="button quiet" to={eventPath(id)}>
            返回
          </Link>
        </p>
      </StaffForm>
    </Page>
  )
}
