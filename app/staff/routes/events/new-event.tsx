import { redirect, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData } from '@remix-run/react'
import { addStaffEvent } from '#server/contract/staff/change-events.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath, eventsPath, newEventPath } from '../../event-paths.ts'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { EventFields } from './event-fields.tsx'

export const meta: MetaFunction = (page) => staffMeta('新建活动', page)

/** Adds an event. */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const reply = await staffApi(args).send(addStaffEvent, values)
  if (!reply.ok) return refused({ values, problem: problemOf(reply) })
  throw redirect(withDone(eventPath(reply.data.id), 'added'), 303)
}

export default function NewEventPage() {
  const form = useActionData<typeof action>() ?? { values: {}, problem: undefined }
  return (
    <Page title="新建活动" intro="保存后签到页马上列出它。名单、设备在活动的页面里添加。">
      <StaffForm action={newEventPath} problem={form.problem}>
        <EventFields form={form} />
        <p className="words">
          <SubmitButton>保存</SubmitButton>
          <Link className="button quiet" to={eventsPath}>
            返回
          </Link>
        </p>
      </StaffForm>
    </Page>
  )
}
