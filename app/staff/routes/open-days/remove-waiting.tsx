import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import {
  getStaffOpenDay,
  listOpenDayWaiting,
  removeFromWaitingList,
} from '#server/contract/staff/open-days.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { openDayPath, removeWaitingPath } from '../../open-day-paths.ts'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'

export const meta: MetaFunction = (page) => staffMeta('移出候补名单', page)

/** `/staff/open-days/{id}/waiting/{reference}/remove/`: asks for the reason before a parent is taken off the waiting list. */
export async function loader(args: LoaderFunctionArgs) {
  const { id = '', reference = '' } = args.params
  const api = staffApi(args)
  const [openDay, { items }] = await Promise.all([
    api.load(getStaffOpenDay, { id }),
    api.load(listOpenDayWaiting, { id }),
  ])
  return {
    openDay: { id: openDay.id, title: openDay.title },
    reference,
    waiting: items.find((one) => one.reference === reference),
  }
}

/** Takes the parent off the waiting list. */
export async function action(args: ActionFunctionArgs) {
  const { id = '', reference = '' } = args.params
  const values = await readFields(args.request)
  const reply = await staffApi(args).send(removeFromWaitingList, { reason: values['reason'], id, reference })
  if (!reply.ok) return refused({ values, problem: problemOf(reply) })
  throw redirect(withDone(openDayPath(id), 'removed'), 303)
}

export default function RemoveWaitingPage() {
  const { openDay, reference, waiting } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const back = openDayPath(openDay.id)
  if (waiting === undefined)
    return (
      <Page title="移出候补名单" intro={<Link to={back}>{openDay.title}</Link>}>
        <Notice tone="warn">申请 {reference} 不在这个开放日的候补名单上：已经有了名额，或者已经取消。</Notice>
      </Page>
    )
  return (
    <Page
      title={`把${waiting.name}移出候补名单？`}
      intro={`${openDay.title}，现在第 ${waiting.position} 位，${waiting.phone}`}
    >
      <Notice tone="warn">
        家长在“我的申请”里看到已移出候补和原因，能发短信的发短信，发不到的列在“要通知的家长”里，由工作人员打电话。排在后面的家长往前移一位。移出以后不能恢复，家长可以重新候补，排在最后。
      </Notice>
      <StaffForm action={removeWaitingPath(openDay.id, reference)} problem={answer?.problem}>
        <Field
          label="移出的原因"
          name="reason"
          form={answer ?? { values: {} }}
          hint="家长会看到，例如：这场只面向小升初家庭"
          autoComplete="off"
        />
        <p>
          <SubmitButton tone="danger">移出候补名单并通知家长</SubmitButton>{' '}
          <Link className="button quiet" to={back}>
            返回，不做
          </Link>
        </p>
      </StaffForm>
    </Page>
  )
}
