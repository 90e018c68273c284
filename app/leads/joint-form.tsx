import type { ComponentProps } from 'react'
import { consentText } from '#server/contract/leads/consents.ts'
import { callerQuestion, callerText, noRecipientText } from '#server/contract/leads/recipient.ts'
import { CheckboxField } from '#app/forms/checkbox-field.tsx'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { NoWrap } from '#app/ui/text/no-wrap.tsx'
import { jointFormPath, privacyPath, schoolPath } from '#app/paths.ts'
import { AnswerFields } from './answer-fields.tsx'
import { isOpenDay } from './joint-times.ts'
import type { JointView } from './load-joint.server.ts'
import { Hidden } from './order-form.tsx'
import { consentSchool } from './order-labels.ts'
import { SenderFields } from './sender-fields.tsx'
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

/**
 * The form that asks several schools for a visit at once: a time and the consents of each, and who comes; no form where
 * none of them can be asked.
 */
export function JointForm({ view, values = {}, problem, needsCode = false, wait, ...sending }: Props) {
  const { key, visits, unreachable, source } = view
  const errors = problem?.fields ?? {}
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
      <SenderFields
        {...{ view, values, errors, needsCode, wait }}
        messageHint="每所学校收到的一样；请不要写孩子的姓名和证件号"
      >
        <AnswerFields
          orderType="order"
          names={['people', 'contact_preference']}
          values={values}
          errors={errors}
        />
      </SenderFields>
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
  const { schoolId, school, price, recipient, times, time } = visit
  const contact = `consent_contact_${schoolId}`
  const guardian = `consent_guardian_${schoolId}`
  return (
    <fieldset className={styles.consents}>
      <legend>{school}</legend>
      {price === undefined ? null : (
        <p className="soft small">
          <NoWrap text={price} />
        </p>
      )}
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
