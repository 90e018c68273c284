import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { codes } from '#server/contract/codes.ts'
import { correctStaffGuest, getStaffGuest } from '#server/contract/staff/guests.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { guestPath } from '../../event-paths.ts'
import { Diff } from '../../parts/diff.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { CheckInText } from './guest-table.tsx'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('更正来宾', page)

/** `/staff/guests/{id}/correct/`: corrects a guest and the guest's check-in. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffGuest, { id: args.params['id'] ?? '' })
}

/** Corrects a guest, unless it changed since the page was opened: then both are shown. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  const values = await readFields(args.request)
  const reply = await staffApi(args).send(correctStaffGuest, { ...values, id })
  if (reply.ok) throw redirect(withDone(guestPath(reply.data.id), 'corrected'), 303)
  return refused({ values, problem: problemOf(reply), isConflict: reply.code === codes.conflict })
}

const fieldNames = {
  name: '姓名',
  phone: '电话',
  party_size: '人数',
  organisation: '单位',
  booth: '展位',
  printed: '自己的入场码',
}

export default function CorrectGuestPage() {
  const guest = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, name = '已删除', phone, version } = guest
  const stored = {
    party_size: String(guest.party_size),
    organisation: guest.organisation ?? '',
    booth: guest.booth ?? '',
    printed: guest.printed ?? '',
  }
  const form = answer ?? { values: stored }
  const isConflict = answer?.isConflict === true
  return (
    <Page title={`更正${name}`} intro={guest.event.title}>
      {isConflict ? (
        <Notice tone="warn">
          <p>您打开之后，这位来宾的信息变过。下面是您填写的，再保存一次就会换成您的：</p>
          <Diff
            changes={differences({ ...stored, name, phone: phone ?? '' }, answer.values)}
            labels={fieldNames}
            sides={['现在', '您填写']}
          />
          <p>
            签到：
            <CheckInText guest={guest} />
          </p>
        </Notice>
      ) : null}
      <StaffForm
        action={guestPath(id, 'correct')}
        problem={isConflict ? undefined : answer?.problem}
        hiddenFields={['version']}
      >
        <input type="hidden" name="version" value={version} />
        <Field
          label="新的姓名"
          name="name"
          form={form}
          optional
          hint={`不填就还是 ${name}`}
          autoComplete="off"
        />
        <Field
          label="新的电话"
          name="phone"
          form={form}
          type="tel"
          inputMode="tel"
          optional
          hint={phone === undefined ? '现在没有电话' : `不填就还是 ${phone}`}
          autoComplete="off"
        />
        <Field label="人数" name="party_size" form={form} inputMode="numeric" autoComplete="off" />
        <Field label="单位" name="organisation" form={form} optional autoComplete="off" />
        <Field label="展位" name="booth" form={form} optional autoComplete="off" />
        <Field
          label="自己的入场码"
          name="printed"
          form={form}
          optional
          hint="来宾手里的票由别的系统印出时，那上面的码；我们的入场码照样能用"
          autoComplete="off"
        />
        <p>
          <SubmitButton>保存</SubmitButton>{' '}
          <Link className="button quiet" to={guestPath(id)}>
            返回
          </Link>
        </p>
      </StaffForm>
    </Page>
  )
}

/** What was typed and is not what is stored; fields left empty stay. */
function differences(
  stored: Readonly<Record<string, string>>,
  typed: Readonly<Record<string, string | undefined>>,
): Record<string, readonly [string, string]> {
  return Object.fromEntries(
    Object.keys(fieldNames).flatMap((field) => {
      const value = typed[field] ?? ''
      return value === '' || value === stored[field] ? [] : [[field, [stored[field] ?? '', value] as const]]
    }),
  )
}
