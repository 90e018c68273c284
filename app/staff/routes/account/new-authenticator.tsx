import { data, redirect, type ActionFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData } from '@remix-run/react'
import { codes } from '#server/contract/codes.ts'
import { beginNewAuthenticator, confirmNewAuthenticator } from '#server/contract/staff/second-factor.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import type { Caller } from '#app/load-context.ts'
import { postedEnrolment, withQr } from '../../parts/enrolment.server.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { EnrolmentSteps, type Enrolment } from '../../parts/enrolment-steps.tsx'
import { Field } from '../../parts/field.tsx'
import type { FormState } from '../../parts/form-state.ts'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { accountPath, newAuthenticatorPath, withDone } from '../../paths.ts'

export const meta: MetaFunction = (page) => staffMeta('换验证器', page)

/** The steps of the move: proof by the old authenticator or a recovery code, then the first code of the new one. */
type MoveState = FormState & ({ step: 'proof' } | { step: 'confirm'; pending: string; enrolment: Enrolment })

type Fields = Readonly<Record<string, string>>

/** Begins the move, or confirms it; a secret stands in the answer alone. */
export async function action(args: ActionFunctionArgs) {
  const { intent, ...fields } = await readFields(args.request)
  const state = intent === 'confirm' ? await confirm(args, fields) : await begin(args, fields)
  return data(state, { status: state.problem?.status ?? 200 })
}

async function begin(caller: Caller, { totp = '', recovery = '' }: Fields): Promise<MoveState> {
  const factor = recovery === '' ? { totp } : { recovery }
  const reply = await staffApi(caller).send(beginNewAuthenticator, factor)
  if (!reply.ok) return proofAgain(problemOf(reply))
  const { pending, enrolment } = reply.data
  return { step: 'confirm', pending, enrolment: withQr(enrolment), values: {} }
}

async function confirm(caller: Caller, { pending = '', totp = '', ...posted }: Fields): Promise<MoveState> {
  const reply = await staffApi(caller).send(confirmNewAuthenticator, { pending, totp })
  if (reply.ok) throw redirect(withDone(accountPath, 'moved'), 303)
  const problem = problemOf(reply)
  const enrolment = postedEnrolment(posted)
  if (reply.code === codes.conflict || enrolment === undefined) return proofAgain(problem)
  return { step: 'confirm', pending, enrolment, values: {}, problem }
}

function proofAgain(problem: FormProblem): MoveState {
  return { step: 'proof', values: {}, problem }
}

export default function NewAuthenticatorPage() {
  const state: MoveState = useActionData<typeof action>() ?? { step: 'proof', values: {} }
  const back = (
    <Link className="button quiet" to={accountPath}>
      返回，不换
    </Link>
  )
  if (state.step === 'confirm') {
    const { pending, enrolment, problem } = state
    return (
      <Page title="换验证器" intro="填了新的动态码才换；在那以前，原来的验证器照常用。">
        <EnrolmentSteps enrolment={enrolment} />
        <StaffForm key="confirm" action={newAuthenticatorPath} problem={problem} hiddenFields={['pending']}>
          <input type="hidden" name="pending" value={pending} />
          <input type="hidden" name="secret" value={enrolment.secret} />
          <input type="hidden" name="uri" value={enrolment.uri} />
          <Field
            label="新的动态码"
            name="totp"
            form={state}
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="新的验证器里现在显示的 6 位数字，10 分钟内填"
          />
          <p className="words">
            <SubmitButton name="intent" value="confirm">
              换成新的
            </SubmitButton>
            {back}
          </p>
        </StaffForm>
      </Page>
    )
  }
  return (
    <Page title="换验证器" intro="先证明是您：填一个就可以。">
      <StaffForm key="proof" action={newAuthenticatorPath} problem={state.problem}>
        <Field
          label="动态码"
          name="totp"
          form={state}
          optional
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="原来的验证器里现在显示的 6 位数字"
        />
        <Field
          label="恢复码"
          name="recovery"
          form={state}
          optional
          autoComplete="off"
          hint="原来的手机不在了就填它，用掉一个"
        />
        <p className="words">
          <SubmitButton name="intent" value="begin">
            下一步
          </SubmitButton>
          {back}
        </p>
      </StaffForm>
    </Page>
  )
}
