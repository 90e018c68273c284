import type { ReactNode } from 'react'
import { CodeField } from '#app/forms/code-field.tsx'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { gradeChoices } from '#app/forms/grade-choices.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import type { OrderView } from './load-order.server.ts'
import styles from './order-form.module.css'

type Props = {
  /** What the fields of a form are prefilled with. */
  view: Pick<OrderView, 'account' | 'gradeNow'>
  /** What was typed into a refused form; empty for a fresh one. */
  values: Readonly<Record<string, string>>
  errors: FormProblem['fields']
  /** Whether the form asks for a code sent to the phone. */
  needsCode: boolean
  /** After a code was sent: how long until another one may be requested, as text. */
  wait: string | undefined
  /** Whether the request is about a child. */
  asksGrade?: boolean
  messageHint: string
  /** What else the form asks for, before the message. */
  children: ReactNode
}

/** The fields of a request that say who sends it: name, phone with its code, the child's grade now, and a message. */
export function SenderFields({
  view: { account, gradeNow },
  values,
  errors,
  needsCode,
  wait,
  asksGrade = true,
  messageHint,
  children,
}: Props) {
  const isFresh = Object.keys(values).length === 0
  return (
    <>
      <TextField
        label="姓名"
        name="name"
        autoComplete="name"
        required
        hint="怎么称呼您？例如：王女士"
        defaultValue={isFresh ? account?.nickname : values['name']}
        error={errors['name']}
      />
      <PhoneFields account={account} values={values} error={errors['phone']} isFresh={isFresh} />
      {needsCode ? (
        <>
          {wait === undefined ? null : <output>验证码已发出，5 分钟内有效。{wait}后可以重新获取。</output>}
          <CodeField
            wasSent={wait !== undefined}
            error={errors['code']}
            hint={wait === undefined ? '6 位短信验证码；还没有就点下面的“获取验证码”' : undefined}
          />
        </>
      ) : null}
      {asksGrade ? (
        <SelectField
          label="孩子现在的年级"
          name="grade"
          choices={gradeChoices}
          none="不填写"
          defaultValue={isFresh ? gradeNow : values['grade']}
          error={errors['grade']}
        />
      ) : null}
      {children}
      <TextField
        label="留言"
        name="message"
        rows={3}
        hint={messageHint}
        defaultValue={values['message']}
        error={errors['message']}
      />
    </>
  )
}

type PhoneProps = {
  account: OrderView['account']
  values: Readonly<Record<string, string>>
  error: string | undefined
  isFresh: boolean
}

/** Phone field; logged-in visitors get a checkbox that uses the account's phone, masked, instead. */
function PhoneFields({ account, values, error, isFresh }: PhoneProps) {
  const field = (
    <TextField
      label="电话"
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      required
      hint="境外号码写 + 和区号，例如 +65 9123 4567；收不到短信的，可以在留言里写微信号或邮箱"
      defaultValue={values['phone']}
      error={error}
    />
  )
  const isTaken = error === undefined && (isFresh || values['own_phone'] !== undefined)
  // When the profile cannot be read for a form that is shown again, the checkbox stays.
  if (account === undefined && (isFresh || !isTaken)) return field
  return (
    <div className={styles.own}>
      <input type="checkbox" id="own_phone" name="own_phone" value="1" defaultChecked={isTaken} />
      <label htmlFor="own_phone">用登录的手机号{account === undefined ? '' : ` ${account.phone}`}</label>
      <small>留别的号码，请取消勾选再填写</small>
      <div>{field}</div>
    </div>
  )
}
