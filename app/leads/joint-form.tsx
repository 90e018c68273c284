import type { ComponentProps } from 'react'
import { leadFields } from '#server/contract/catalogue/lead-fields.ts'
import { consentText } from '#server/contract/leads/consents.ts'
import { mostPeople } from '#server/contract/leads/visit-terms.ts'
import { callerQuestion, callerText, noRecipientText } from '#server/contract/leads/recipient.ts'
import { CheckboxField } from '#app/forms/checkbox-field.tsx'
import { CodeField } from '#app/forms/code-field.tsx'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { gradeChoices } from '#app/forms/grade-choices.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { jointFormPath, privacyPath, schoolPath } from '#app/paths.ts'
import { isOpenDay } from './joint-times.ts'
import type { JointView } from './load-joint.server.ts'
import { Hidden, PhoneFields } from './order-form.tsx'
import { consentSchool } from './order-labels.ts'
import styles from './order-form.module.css'

type Props = Pick<ComponentProps<typeof PostForm>, 'isBusy' | 'onSubmit'> & {
  view: JointView
  /** What was typed into a refused form. */
  values?: Readonly<Record<string, string>> | undefined
  problem?: FormProblem | undefined
  /** Whether the form asks for a code sent to the phone. */
  needsCode?: boolean | undefined
  /** After a code was sent: how long until another one may be requested, as text. */
  wait?: string | undefined
}

const peopleChoices = Array.from({ length: mostPeople }, (_, at) => ({
  value: String(at + 1),
  label: `${at + 1} 人`,
}))

/**
 * The form that asks several schools for a visit at once: a time and the consents of each, and who comes; no form where
 * none of them can be asked.
 */
export function JointForm({ view, values = {}, problem, needsCode = false, wait, ...sending }: Props) {
  const { key, visits, unreachable, account, gradeNow, source } = view
  const errors = problem?.fields ?? {}
  const isFresh = Object.keys(values).length === 0
  const { prompt, none, terms } = leadFields.contact_preference
  if (visits.length === 0) return <Unreachable schools={unreachable} />
  return (
    <PostForm {...sending} action={jointFormPath} noValidate className={styles.form}>
      <ErrorSummary problem={problem} hidden={['key', 'visits']} />
      <Hidden name="key" value={key} />
      <Hidden name="ids" value={visits.map(({ schoolId }) => schoolId).join(',')} />
      <Hidden name="source" value={source} />
      {visits.map((visit) => (
        <Visit key={visit.schoolId} visit={visit} values={values} errors={errors} />
      ))}
      <Unreachable schools={unreachable} />
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
      <SelectField
        label="一共几个人"
        name="people"
        choices={peopleChoices}
        none="不填写"
        defaultValue={values['people']}
        error={errors['people']}
      />
      <SelectField
        label="孩子现在的年级"
        name="grade"
        choices={gradeChoices}
        none="不填写"
        defaultValue={isFresh ? gradeNow : values['grade']}
        error={errors['grade']}
      />
      <SelectField
        label={prompt}
        name="contact_preference"
        choices={terms.map((term) => ({ value: term.slug, label: term.label }))}
        none={none}
        defaultValue={values['contact_preference']}
        error={errors['contact_preference']}
      />
      <TextField
        label="留言"
        name="message"
        rows={3}
        hint="每所学校收到的一样；请不要写孩子的姓名和证件号"
        defaultValue={values['message']}
        error={errors['message']}
      />
      <p className="soft small">
        每所学校各有一份申请，各自取消。提交以后给您一个专用网址，打开就看到全部进度，不用登录。
      </p>
      <button className="button" type="submit">
        提交
      </button>
      {needsCode ? (
        <button className="button quiet" type="submit" name="intent" value="code">
          {wait === undefined ? '获取验证码' : '重新获取验证码'}
        </button>
      ) : null}
      <p className="soft small">
        姓名和电话加密保存；最后一次联系满 180 天后删除。详见<a href={privacyPath}>隐私政策</a>。
      </p>
    </PostForm>
  )
}

/** The schools that the form does not ask, since nobody receives requests for them. */
function Unreachable({ schools }: { schools: JointView['unreachable'] }) {
  return schools.map(({ id, name }) => (
    <p key={id}>
      {noRecipientText(name)}。想参观请<a href={schoolPath(id)}>直接联系学校</a>。
    </p>
  ))
}

type VisitProps = {
  visit: JointView['visits'][number]
  values: Readonly<Record<string, string>>
  errors: FormProblem['fields']
}

/** One school of the form: when, and the consents, without which it is not asked. */
function Visit({ visit, values, errors }: VisitProps) {
  const { schoolId, school, recipient, times, time } = visit
  const contact = `consent_contact_${schoolId}`
  const guardian = `consent_guardian_${schoolId}`
  return (
    <fieldset className={styles.consents}>
      <legend>{school}</legend>
      <Hidden name={`recipient_${schoolId}`} value={consentSchool(visit) || undefined} />
      <SelectField
        label="什么时候去"
        name={`time_${schoolId}`}
        choices={times}
        defaultValue={values[`time_${schoolId}`] ?? time}
        error={errors[`time_${schoolId}`]}
      />
      <CheckboxField name={contact} defaultChecked={values[contact] !== undefined} error={errors[contact]}>
        {consentText('contact', recipient.name, 'order')}
      </CheckboxField>
      <CheckboxField name={guardian} defaultChecked={values[guardian] !== undefined} error={errors[guardian]}>
        {consentText('guardian', recipient.name)}
      </CheckboxField>
      <p className="soft small">
        {callerQuestion}
        {callerText({ orderType: 'order', recipient, school })}
        {times.some(({ value }) => isOpenDay(value))
          ? `约开放日的：${callerText({ orderType: 'openday', recipient, school })}`
          : null}
      </p>
    </fieldset>
  )
}
