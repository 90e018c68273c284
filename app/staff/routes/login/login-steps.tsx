import { Link } from '@remix-run/react'
import { EnrolmentSteps } from '../../parts/enrolment-steps.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { RecoveryCodes } from '../../parts/recovery-codes.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { loginPath } from '../../paths.ts'
import type { StateOf } from './login-state.ts'
import styles from './login.module.css'

type Props<Step extends 'phone' | 'code' | 'factor'> = {
  /** The login's address. */
  path: string
  /** The page that the member wanted. */
  to: string | undefined
  state: StateOf<Step>
}

/** The member's phone. */
export function PhoneStep({ path, to, state }: Props<'phone'>) {
  return (
    <StaffForm key="phone" action={path} problem={state.problem} className={styles.form}>
      <Destination to={to} />
      <Field
        label="手机号"
        name="phone"
        form={state}
        type="tel"
        inputMode="tel"
        autoComplete="username"
        hint="管理员添加您时登记的号码"
      />
      <SubmitButton name="intent" value="send">
        获取验证码
      </SubmitButton>
    </StaffForm>
  )
}

/** The code of the message. */
export function CodeStep({ path, to, state }: Props<'code'>) {
  return (
    <>
      {state.problem === undefined ? (
        <Notice tone="done">
          如果这个号码是成员的，验证码已经发出，5 分钟内有效。
          {state.wait === undefined ? null : `${state.wait}后可以重新获取。`}
        </Notice>
      ) : null}
      <StaffForm key="code" action={path} problem={state.problem} className={styles.form}>
        <Destination to={to} />
        <Field
          label="验证码"
          name="code"
          form={state}
          inputMode="numeric"
          autoComplete="one-time-code"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is the answer to asking for this code
          autoFocus={state.problem === undefined}
          hint="6 位短信验证码"
        />
        <SubmitButton name="intent" value="code">
          下一步
        </SubmitButton>
        <Field label="手机号" name="phone" form={state} type="tel" inputMode="tel" autoComplete="username" />
        <SubmitButton name="intent" value="send" tone="quiet">
          重新获取验证码
        </SubmitButton>
      </StaffForm>
    </>
  )
}

/** The second factor; at the first login also what is added to the authenticator. */
export function FactorStep({ path, to, state }: Props<'factor'>) {
  const { pending, enrolment, byRecovery, problem } = state
  const own = { ...state, problem: byRecovery === true ? undefined : problem }
  const ofRecovery = { ...state, problem: byRecovery === true ? problem : undefined }
  return (
    <>
      {enrolment === undefined ? null : <EnrolmentSteps enrolment={enrolment} />}
      <StaffForm key="totp" action={path} problem={own.problem} className={styles.form}>
        <Destination to={to} />
        <input type="hidden" name="pending" value={pending} />
        {enrolment === undefined ? null : (
          <>
            <input type="hidden" name="secret" value={enrolment.secret} />
            <input type="hidden" name="uri" value={enrolment.uri} />
          </>
        )}
        <Field
          label="动态码"
          name="totp"
          form={own}
          inputMode="numeric"
          autoComplete="one-time-code"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page asks for nothing else
          autoFocus={enrolment === undefined && problem === undefined}
          hint="验证器应用里现在显示的 6 位数字"
        />
        <SubmitButton name="intent" value="factor">
          登录
        </SubmitButton>
      </StaffForm>
      {enrolment === undefined ? (
        <details className={styles.recovery} open={byRecovery === true}>
          <summary>手机不在身边？用恢复码登录</summary>
          <StaffForm key="recovery" action={path} problem={ofRecovery.problem} className={styles.form}>
            <Destination to={to} />
            <input type="hidden" name="pending" value={pending} />
            <Field
              label="恢复码"
              name="recovery"
              form={ofRecovery}
              autoComplete="off"
              hint="第一次登录时保存的 10 个恢复码，每个只能用一次"
            />
            <SubmitButton name="intent" value="factor" tone="quiet">
              用恢复码登录
            </SubmitButton>
          </StaffForm>
        </details>
      ) : null}
      <p className={styles.again}>
        <Link to={loginPath({ to })} reloadDocument>
          换一个手机号登录
        </Link>
      </p>
    </>
  )
}

function Destination({ to }: { to: string | undefined }) {
  return to === undefined ? null : <input type="hidden" name="to" value={to} />
}

/** Recovery codes, which are shown this once. */
export function CodesStep({ state: { codes, next } }: { state: StateOf<'codes'> }) {
  return (
    <>
      <p>
        您已登录。下面的恢复码只显示这一次：手机丢了、换了手机，就用它代替动态码，每个只能用一次。请打印或抄下来，放在安全的地方。
      </p>
      <RecoveryCodes codes={codes} next={next} />
    </>
  )
}
