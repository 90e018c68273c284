import { useLocation } from '@remix-run/react'
import { correctionConsentText, correctionFields } from '#server/contract/leads/correction-fields.ts'
import { CheckboxField } from '#app/forms/checkbox-field.tsx'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { loginPath, privacyPath } from '#app/paths.ts'

/** A refused report: the typed values and the problem. */
export type RefusedCorrection = { values: Readonly<Record<string, string>>; problem: FormProblem }

type Props = {
  /** The fact, or the section, that the address names; may be empty. */
  field: string
  refused: RefusedCorrection | undefined
}

/** The choice for whoever comes from a section of the school's pages. */
const fieldsOfParts: ReadonlyMap<string, string> = new Map([
  ['aboutus', 'texts'],
  ['admissions', 'entry'],
  ['teachers', 'people'],
  ['graduates', 'people'],
  ['news', 'texts'],
  ['faq', 'texts'],
])

const choices = correctionFields.map(({ slug, label }) => ({ value: slug, label }))

/** Form that reports an error in a school's facts; a phone is for the answer only. */
export function CorrectionForm({ field, refused }: Props) {
  const { pathname, search } = useLocation()
  const { problem } = refused ?? {}
  const values = refused?.values ?? {}
  const errors = problem?.fields ?? {}
  return (
    <>
      <p className="small">
        核实后更正，不公开您写的内容，不用登录。想看到答复，可以先
        <a href={loginPath(pathname + search)}>登录</a>，答复写在个人中心的“我的纠错”里；也可以留个电话。
      </p>
      <PostForm noValidate className="section">
        <ErrorSummary problem={problem} hidden={['school_id', 'key']} />
        <SelectField
          label="哪一项有误"
          name="field"
          choices={[{ value: '', label: '请选择' }, ...choices]}
          defaultValue={values['field'] ?? fieldsOfParts.get(field) ?? field}
          error={errors['field']}
        />
        <TextField
          label="哪里不对"
          name="wrong"
          rows={3}
          required
          hint="例如：初中学费写的是去年的"
          defaultValue={values['wrong']}
          error={errors['wrong']}
        />
        <TextField
          label="正确的是什么，在哪里看到的"
          name="right"
          rows={3}
          hint="有网址或招生简章的名字，核实得最快"
          defaultValue={values['right']}
          error={errors['right']}
        />
        <TextField
          label="电话"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="留了电话，请勾选下面的同意"
          defaultValue={values['phone']}
          error={errors['phone']}
        />
        <CheckboxField
          name="consent_contact"
          defaultChecked={values['consent_contact'] !== undefined}
          error={errors['consent_contact']}
        >
          {correctionConsentText}
        </CheckboxField>
        <button className="button" type="submit">
          提交纠错
        </button>
        <p className="soft small section">
          写的内容和电话加密保存，只用来核实这条纠错，答复后 180 天删除。请不要写孩子的姓名和证件号。详见
          <a href={privacyPath}>隐私政策</a>。
        </p>
      </PostForm>
    </>
  )
}
