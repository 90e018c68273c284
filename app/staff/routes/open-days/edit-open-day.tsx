import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { codes } from '#server/contract/codes.ts'
import { changeStaffOpenDay, getStaffOpenDay } from '#server/contract/staff/open-days.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { asFieldTime } from '../../parts/field-time.ts'
import { openDayPath, withSeated } from '../../open-day-paths.ts'
import { Diff } from '../../parts/diff.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { openDayDifferences, OpenDayFields, openDayFieldNames, openDayValues } from './open-day-fields.tsx'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('修改开放日', page)

/** `/staff/open-days/{id}/edit/`: changes an open day. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffOpenDay, { id: args.params['id'] ?? '' })
}

/**
 * Changes an open day. Another beginning or place of one that was booked is asked about first, since its guests are
 * notified; when somebody else changed it meanwhile, both are shown.
 */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  const { confirmed, ...values } = await readFields(args.request)
  const api = staffApi(args)
  const stored = await api.load(getStaffOpenDay, { id })
  const moves = movesBy(openDayValues(stored), values)
  if (
    (moves.time || moves.place) &&
    stored.booked + stored.waiting > 0 &&
    confirmed !== '1' &&
    stored.version === values['version']
  )
    return { values, problem: undefined, isConflict: false, asks: true }
  const reply = await api.send(changeStaffOpenDay, { ...values, id })
  if (!reply.ok) {
    const isConflict = reply.code === codes.conflict
    return refused({ values, problem: problemOf(reply), isConflict, asks: false })
  }
  const { notified, seated } = reply.data
  const done = notified === 0 ? 'changed' : moves.place ? 'relocated' : 'moved'
  throw redirect(withSeated(withDone(openDayPath(reply.data.id), done), seated), 303)
}

type Values = Readonly<Record<string, string | undefined>>

/** What guests are notified of: another beginning, and another place than the one that was stated. */
function movesBy(stored: Values, typed: Values): { time: boolean; place: boolean } {
  const place = (typed['place'] ?? '').trim()
  return {
    time: stored['starts_at'] !== asFieldTime(typed['starts_at'] ?? ''),
    place: stored['place'] !== '' && place !== '' && place !== stored['place'],
  }
}

export default function EditOpenDayPage() {
  const openDay = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, title, version, booked, waiting } = openDay
  const stored = openDayValues(openDay)
  const form = answer ?? { values: stored }
  const changes = openDayDifferences(stored, form.values)
  if (answer?.asks === true) {
    const moves = movesBy(stored, answer.values)
    const what = [moves.time ? '改期' : [], moves.place ? '改地点' : []].flat().join('并')
    return (
      <Page title={`确认${what}：${title}`}>
        <Diff changes={changes} labels={openDayFieldNames} sides={['现在', '改成']} />
        <Notice tone="warn">
          有 {booked} 份有效预约{waiting === 0 ? null : `、${waiting} 份候补`}
          {moves.place
            ? '。短信里没有地点：保存后，每一位都列在“要通知的家长”里，由工作人员打电话。'
            : '。保存后，每一位都会收到改期通知：能发短信的发短信，发不到的列在“要通知的家长”里，由工作人员打电话。'}
        </Notice>
        <StaffForm action={openDayPath(id, 'edit')} className="words">
          {Object.entries({ ...answer.values, confirmed: '1' }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton tone="danger">{what}并通知家长</SubmitButton>
          <Link className="button quiet" to={openDayPath(id, 'edit')}>
            返回，不改
          </Link>
        </StaffForm>
      </Page>
    )
  }
  const isConflict = answer?.isConflict === true
  return (
    <Page title={`修改${title}`} intro={openDay.school?.name}>
      {isConflict ? (
        <Notice tone="warn">
          <p>您打开之后，别人改过这个开放日。下面是您填写的，再保存一次就会替换成您的：</p>
          <Diff changes={changes} labels={openDayFieldNames} sides={['现在', '您填写']} />
        </Notice>
      ) : null}
      <StaffForm
        action={openDayPath(id, 'edit')}
        problem={isConflict ? undefined : answer?.problem}
        hiddenFields={['version']}
      >
        <input type="hidden" name="version" value={version} />
        <OpenDayFields form={form} />
        <p>
          <SubmitButton>保存</SubmitButton>{' '}
          <Link className="button quiet" to={openDayPath(id)}>
            返回
          </Link>
        </p>
      </StaffForm>
    </Page>
  )
}
