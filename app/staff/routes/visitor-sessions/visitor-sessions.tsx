import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { endVisitorSessions } from '#server/contract/staff/visitor-sessions.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import type { FormState } from '../../parts/form-state.ts'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { visitorSessionsPath, withDone } from '../../paths.ts'

export const meta: MetaFunction = (page) => staffMeta('家长登录', page)

/** `/staff/visitor-sessions/`: the form for members with the right. */
export async function loader(args: LoaderFunctionArgs) {
  const { rights } = await staffApi(args).load(getStaffMe, {})
  return { mayEnd: rights.includes('visitor_sessions.write') }
}

/** Ends every session of the phone's account. */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const reply = await staffApi(args).send(endVisitorSessions, { phone: values['phone'] })
  if (!reply.ok) return refused({ values, problem: problemOf(reply) })
  throw redirect(withDone(visitorSessionsPath, reply.data.ended === 0 ? 'none' : 'ended'), 303)
}

export default function VisitorSessionsPage() {
  const { mayEnd } = useLoaderData<typeof loader>()
  const form: FormState = useActionData<typeof action>() ?? { values: {} }
  return (
    <Page
      title="家长登录"
      intro="家长的手机丢了、被别人用过，来电要求退出登录时用。"
      done={{
        ended: '已结束这个手机号在所有设备上的登录。',
        none: '这个手机号现在没有登录，不用处理。',
      }}
    >
      {mayEnd ? (
        <StaffForm action={visitorSessionsPath} problem={form.problem}>
          <Field
            label="家长的手机号"
            name="phone"
            form={form}
            type="tel"
            autoComplete="off"
            hint="所有设备马上退出；账号、收藏和申请都不变，家长用验证码可以重新登录。操作会留在记录里，记录不含手机号"
          />
          <p>
            <SubmitButton tone="danger">结束全部登录</SubmitButton>
          </p>
        </StaffForm>
      ) : (
        <Notice tone="warn">这一页只给顾问和管理员用。</Notice>
      )}
    </Page>
  )
}
