import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { changeLeadDigest, getLeadDigest } from '#server/contract/staff/lead-digest.ts'
import { staffRoleNames } from '#server/contract/staff/roles.ts'
import { changeRecoveryCodes } from '#server/contract/staff/second-factor.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import type { Caller } from '#app/load-context.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { Field } from '../../parts/field.tsx'
import type { FormState } from '../../parts/form-state.ts'
import { Page, Section } from '../../parts/page.tsx'
import { RecoveryCodes } from '../../parts/recovery-codes.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { accountPath, newAuthenticatorPath, sessionsPath, withDone } from '../../paths.ts'
import { LeadDigestForm } from './lead-digest-form.tsx'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('我的账号', page)

/** `/staff/account/`: the member's own account. */
export async function loader(args: LoaderFunctionArgs) {
  const api = staffApi(args)
  const { name, role, school, rights, recovery_codes_left: codesLeft } = await api.load(getStaffMe, {})
  const digest = rights.includes('leads.read') ? await api.load(getLeadDigest, {}) : undefined
  return { name, role, school: school?.name, codesLeft, digest }
}

type Answer = FormState & {
  /** Which of the page's forms was refused. */
  form?: 'codes' | 'digest'
  codes?: string[]
}

/** Renews the recovery codes, which stand in the answer alone, or changes when the member gets digests of leads. */
export async function action(args: ActionFunctionArgs) {
  const { intent, ...values } = await readFields(args.request)
  return intent === 'digest' ? saveDigest(args, values) : changeCodes(args, values)
}

async function changeCodes(caller: Caller, values: Readonly<Record<string, string>>) {
  const reply = await staffApi(caller).send(changeRecoveryCodes, values)
  if (!reply.ok) return refused({ form: 'codes' as const, values: {}, problem: problemOf(reply) })
  const answer: Answer = { codes: reply.data.recovery_codes, values: {} }
  return data(answer)
}

async function saveDigest(caller: Caller, values: Readonly<Record<string, string>>) {
  const reply = await staffApi(caller).send(changeLeadDigest, values)
  if (!reply.ok) return refused({ form: 'digest' as const, values, problem: problemOf(reply) })
  throw redirect(withDone(accountPath, reply.data.times === undefined ? 'silent' : 'digest'), 303)
}

export default function AccountPage() {
  const { name, role, school, codesLeft, digest } = useLoaderData<typeof loader>()
  const answer: Answer = useActionData<typeof action>() ?? { values: {} }
  if (answer.codes !== undefined)
    return (
      <Page title="保存恢复码">
        <p>
          原来的恢复码已经作废。下面的恢复码只显示这一次，每个只能用一次。请打印或抄下来，放在安全的地方。
        </p>
        <RecoveryCodes codes={answer.codes} next={accountPath} />
      </Page>
    )
  return (
    <Page
      title="我的账号"
      intro={`${name}，${staffRoleNames[role]}${school === undefined ? '' : `：${school}`}`}
      actions={
        <Link className="button quiet" to={sessionsPath()}>
          登录设备
        </Link>
      }
      done={{
        moved: '已换成新的验证器，其他设备上的登录都已退出。',
        digest: '已保存，有新线索时会发短信给您。',
        silent: '已保存，不再发短信给您。',
      }}
    >
      <Section title="动态码">
        <p>换手机或换验证器应用以前，先在这里换：用原来的动态码或一个恢复码证明是您。</p>
        <p className="words">
          <Link className="button quiet" to={newAuthenticatorPath}>
            换验证器
          </Link>
        </p>
      </Section>
      <Section title="恢复码">
        <p>还剩 {codesLeft} 个。用得差不多了，或者可能被别人看到了，就换一批新的；原来的马上作废。</p>
        <StaffForm
          key="codes"
          action={accountPath}
          problem={answer.form === 'codes' ? answer.problem : undefined}
        >
          <Field
            label="动态码"
            name="totp"
            form={answer.form === 'codes' ? answer : { values: {} }}
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="验证器应用里现在显示的 6 位数字"
          />
          <SubmitButton name="intent" value="codes" tone="quiet">
            换一批恢复码
          </SubmitButton>
        </StaffForm>
      </Section>
      {digest?.configured === true ? (
        <LeadDigestForm times={digest.times} answer={answer.form === 'digest' ? answer : undefined} />
      ) : null}
    </Page>
  )
}
