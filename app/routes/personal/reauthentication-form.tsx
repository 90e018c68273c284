import type { ReactNode } from 'react'
import { CodeField } from '#app/forms/code-field.tsx'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { PostForm } from '#app/forms/post-form.tsx'
import type { Reauthentication } from './reauthentication.server.ts'
import styles from './personal.module.css'

type Props = {
  action: string
  /** Masked. */
  phone: string
  state: Reauthentication | undefined
  /** Submit buttons that require the code. */
  children: ReactNode
}

/** Re-authentication form: sends a code to the account's own phone, then asks for it. */
export function ReauthenticationForm({ action, phone, state, children }: Props) {
  const { showsCodeField = false, code, problem, wait } = state ?? {}
  return (
    <PostForm action={action} noValidate className={`panel ${styles.form}`}>
      <ErrorSummary problem={problem} />
      {wait === undefined ? null : (
        <output className={styles.sent}>
          验证码已发送到 {phone}，5 分钟内有效。{wait}后可以重新获取。
        </output>
      )}
      {showsCodeField ? (
        <>
          <input type="hidden" name="step" value="code" />
          <CodeField wasSent={wait !== undefined} defaultValue={code} error={problem?.fields['code']} />
          {children}
        </>
      ) : (
        <p>为确认是您本人，需要向 {phone} 发送验证码。</p>
      )}
      <button className={showsCodeField ? 'button quiet' : 'button'} type="submit" name="intent" value="send">
        {showsCodeField ? '重新获取验证码' : '获取验证码'}
      </button>
    </PostForm>
  )
}
