import { CodeField } from '#app/forms/code-field.tsx'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { privacyPath } from '#app/paths.ts'

/** A question that was not accepted yet: the typed values, and the problem. */
export type RefusedQuestion = {
  values: Readonly<Record<string, string>>
  problem?: FormProblem
  /** Whether the form asks for a code that was sent to the phone. */
  needsCode: boolean
  /** After a code was sent: how long until another one may be requested, as text. */
  wait?: string
}

type Props = {
  refused: RefusedQuestion | undefined
  /** Whether questions are received; a refused form is shown without its button when they are not any more. */
  isReceiving: boolean
  /** Whether the phone of who is not logged in has to be verified. */
  verifies: boolean
}

/** Question form about a school; name and phone are for the answer only. */
export function AskForm({ refused, isReceiving, verifies }: Props) {
  const { problem, wait, needsCode } = refused ?? {}
  const asksCode = verifies && needsCode === true
  const values = refused?.values ?? {}
  const errors = problem?.fields ?? {}
  return (
    <section className="section" aria-labelledby="ask">
      <h2 id="ask">我要提问</h2>
      <p className="soft small">问题审核后公开，不显示您的姓名。请不要写孩子的姓名和联系方式。</p>
      <PostForm noValidate className="section">
        <ErrorSummary problem={problem} hidden={['school_id']} />
        <TextField
          label="问题"
          name="question"
          rows={3}
          required
          defaultValue={values['question']}
          error={errors['question']}
        />
        <TextField
          label="称呼"
          name="name"
          autoComplete="name"
          defaultValue={values['name']}
          error={errors['name']}
        />
        <TextField
          label="电话"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          mark={verifies ? '登录后不用填' : undefined}
          hint={
            verifies
              ? '没有登录时，用短信验证以后才能提交，不会公开'
              : '只在需要核实问题时由本站的工作人员联系您，不会公开'
          }
          defaultValue={values['phone']}
          error={errors['phone']}
        />
        {asksCode ? (
          <>
            {wait === undefined ? null : <output>验证码已发出，5 分钟内有效。{wait}后可以重新获取。</output>}
            <CodeField
              wasSent={wait !== undefined}
              error={errors['code']}
              hint={wait === undefined ? '6 位短信验证码；还没有就点下面的“获取验证码”' : undefined}
            />
          </>
        ) : null}
        {isReceiving ? (
          <button className="button" type="submit">
            提交问题
          </button>
        ) : null}
        {isReceiving && asksCode ? (
          <button className="button quiet" type="submit" name="intent" value="code">
            {wait === undefined ? '获取验证码' : '重新获取验证码'}
          </button>
        ) : null}
        <p className="soft small section">
          称呼和电话加密保存，只用来核实这个问题。详见<a href={privacyPath}>隐私政策</a>。
        </p>
      </PostForm>
    </section>
  )
}
