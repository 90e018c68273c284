import { ErrorSummary } from '#app/forms/error-summary.tsx'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { privacyPath } from '#app/paths.ts'

/** A refused question: the typed values and the problem. */
export type RefusedQuestion = { values: Readonly<Record<string, string>>; problem: FormProblem }

type Props = {
  refused: RefusedQuestion | undefined
  /** Whether questions are received; a refused form is shown without its button when they are not any more. */
  isReceiving: boolean
}

/** Question form about a school; name and phone are for the answer only. */
export function AskForm({ refused, isReceiving }: Props) {
  const { problem } = refused ?? {}
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
          hint="只在需要核实问题时由本站的工作人员联系您，不会公开"
          defaultValue={values['phone']}
          error={errors['phone']}
        />
        {isReceiving ? (
          <button className="button" type="submit">
            提交问题
          </button>
        ) : null}
        <p className="soft small section">
          称呼和电话加密保存，只用来核实这个问题。详见<a href={privacyPath}>隐私政策</a>。
        </p>
      </PostForm>
    </section>
  )
}
