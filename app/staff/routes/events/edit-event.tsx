import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { codes } from '#server/contract/codes.ts'
import { changeStaffEvent } from '#server/contract/staff/change-events.ts'
import { getStaffEvent } from '#server/contract/staff/events.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath } from '../../event-paths.ts'
import { Diff } from '../../parts/diff.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { eventDifferences, eventFieldNames, EventFields, eventValues } from './event-fields.tsx'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('修改活动', page)

/** `/staff/events/{id}/edit/`: changes an event. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffEvent, { id: args.params['id'] ?? '' })
}

/** Changes an event, unless somebody else did meanwhile: then both are shown, and the next attempt replaces it. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  const values = await readFields(args.request)
  const reply = await staffApi(args).send(changeStaffEvent, { ...values, id })
  if (reply.ok) throw redirect(withDone(eventPath(reply.data.id), 'changed'), 303)
  return refused({ values, problem: problemOf(reply), isConflict: reply.code === codes.conflict })
}

export default function EditEventPage() {
  const event = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, title, version, numbers } = event
  const stored = eventValues(event)
  const form = answer ?? { values: stored }
  const isConflict = answer?.isConflict === true
  return (
    <Page
      title={`修改${title}`}
      intro={
        numbers.registered === 0 ? undefined : '名单、入场码和已经签到的不变；改了时间，来宾不会收到通知。'
      }
    >
      {isConflict ? (
        <Notice tone="warn">
          <p>您打开之后，别人改过这场活动。下面是您填写的，再保存一次就会替换成您的：</p>
          <Diff
            changes={eventDifferences(stored, form.values)}
            labels={eventFieldNames}
            sides={['现在', '您填写']}
          />
        </Notice>
      ) : null}
      <StaffForm
        action={eventPath(id, 'edit')}
        problem={isConflict ? undefined : answer?.problem}
        hiddenFields={['version']}
      >
        <input type="hidden" name="version" value={version} />
        <EventFields form={form} />
        <p className="words">
          <SubmitButton>保存</SubmitButton>
          <Link className="button quiet" to={eventPath(id)}>
            返回
          </Link>
        </p>
      </StaffForm>
    </Page>
  )
}
