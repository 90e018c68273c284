import { Link } from '@remix-run/react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { loginPath } from '../../paths.ts'
import type { Enrolment, StateOf } from './login-state.ts'
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

function EnrolmentSteps({ enrolment: { secret, uri, qr } }: { enrolment: Enrolment }) {
  return (
    <ol className={styles.steps}>
      <li>在手机上安装一个验证器应用，比如微软验证器（Microsoft Authenticator）或谷歌身份验证器。</li>
      <li>
        用它扫这个二维码：
        <svg
          className={styles.qr}
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the policy lets no image load that is no file
          role="img"
          aria-label="验证器的二维码"
        >
          <rect width={qr.size} height={qr.size} fill="#fff" />
          <path d={qr.path} fill="#000" shapeRendering="crispEdges" />
        </svg>
        扫不了就在应用里手动输入密钥：
        <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        正在用这部手机登录的，可以直接<a href={uri}>在验证器里打开</a>。
      </li>
      <li>把应用显示的 6 位数字填在下面。</li>
    </ol>
  )
}

/** Recovery codes, which are shown this once. */
export function CodesStep({ state: { codes, next } }: { state: StateOf<'codes'> }) {
  const isHydrated = useHydrated()
  return (
    <>
      <p>
        您已登录。下面的恢复码只显示这一次：手机丢了、换了手机，就用它代替动态码，每个只能用一次。请打印或抄下来，放在安全的地方。
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className={styles.links}>
        {isHydrated ? (
          <button className="button quiet" type="button" onClick={() => window.print()}>
            打印
          </button>
        ) : null}
        <Link className="button" to={next}>
          保存好了，继续
        </Link>
      </p>
    </>
  )
}
