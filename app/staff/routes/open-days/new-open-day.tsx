import { redirect, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData } from '@remix-run/react'
import { cities } from '#server/contract/cities.ts'
import { addStaffOpenDay } from '#server/contract/staff/open-days.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { newOpenDayPath, openDayPath, openDaysPath } from '../../open-day-paths.ts'
import { Field } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { OpenDayFields } from './open-day-fields.tsx'

export const meta: MetaFunction = (page) => staffMeta('新建开放日', page)

/** Adds an open day. */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const reply = await staffApi(args).send(addStaffOpenDay, values)
  if (!reply.ok) return refused({ values, problem: problemOf(reply) })
  throw redirect(withDone(openDayPath(reply.data.id), 'added'), 303)
}

export default function NewOpenDayPage() {
  const form = useActionData<typeof action>() ?? { values: {}, problem: undefined }
  return (
    <Page title="新建开放日" intro="保存后马上出现在网站上，可以预约。">
      <StaffForm action={newOpenDayPath} problem={form.problem}>
        <Field
          label="城市"
          name="city_code"
          form={form}
          choices={cities.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <Field
          label="学校"
          name="school"
          form={form}
          optional
          hint="学校的全名，或学校页面网址 /school/编号/ 里的数字；几所学校一起办的不填"
          autoComplete="off"
        />
        <OpenDayFields form={form} />
        <p>
          <SubmitButton>保存</SubmitButton>{' '}
          <Link className="button quiet" to={openDaysPath}>
            返回
          </Link>
        </p>
      </StaffForm>
    </Page>
  )
}
