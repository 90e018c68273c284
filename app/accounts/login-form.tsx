import type { FormEventHandler } from 'react'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { CheckboxField } from '#app/forms/checkbox-field.tsx'
import { CodeField } from '#app/forms/code-field.tsx'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { PostForm } from '#app/forms/post-form.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { privacyPath, termsPath } from '#app/paths.ts'
import type { LoginAnswer } from './log-in.server.ts'
import styles from './login.module.css'

type Props = {
  answer: LoginAnswer | undefined
  action: string
  /** The page to return to. */
  back: string | undefined
  /** Submits the form by a fetcher instead. */
  onSubmit?: FormEventHandler<HTMLFormElement>
  isBusy?: boolean
}

/** Login form: phone and the texts agreed to, then code. The phone stays an editable field and is never part of a URL. */
export function LoginForm({ answer, action, back, onSubmit, isBusy }: Props) {
  const { step = 'phone', phone, code, agreed, problem, wait } = answer ?? {}
  return (
    <PostForm
      action={action}
      noValidate
      className={styles.form}
      {...(onSubmit && { onSubmit })}
      {...(isBusy && { isBusy })}
    >
      <ErrorSummary problem={problem} />
      {wait === undefined ? null : (
        <output className={styles.sent}>验证码已发出，5 分钟内有效。{wait}后可以重新获取。</output>
      )}
      {back === undefined ? null : <input type="hidden" name="redirect" value={back} />}
      <TextField
        label="手机号"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        defaultValue={phone}
        hint="要收得到短信验证码；境外号码写 + 和区号，例如 +852 9123 4567"
        error={problem?.fields['phone']}
      />
      {step === 'phone' ? null : (
        <>
          <input type="hidden" name="step" value="code" />
          <CodeField wasSent={wait !== undefined} defaultValue={code} error={problem?.fields['code']} />
        </>
      )}
      <CheckboxField
        name="agreed"
        value={agreedVersion}
        defaultChecked={agreed === true}
        error={problem?.fields['agreed']}
      >
        我已看过并同意<a href={termsPath}>《用户协议》</a>和<a href={privacyPath}>《隐私政策》</a>
      </CheckboxField>
      {step === 'phone' ? (
        <button className="button" type="submit" name="intent" value="send">
          获取验证码
        </button>
      ) : (
        <>
          <button className="button" type="submit" name="intent" value="login">
            登录
          </button>
          <button className="button quiet" type="submit" name="intent" value="send">
            重新获取验证码
          </button>
        </>
      )}
    </PostForm>
  )
}
