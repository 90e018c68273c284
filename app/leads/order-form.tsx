import type { ComponentProps } from 'react'
import { consentText } from '#server/contract/leads/consents.ts'
import type { OrderType } from '#server/contract/catalogue/order-types.ts'
import {
  callerQuestion,
  callerText,
  messageReaderText,
  type Recipient,
} from '#server/contract/leads/recipient.ts'
import { leadFieldNames, leadFields } from '#server/contract/catalogue/lead-fields.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { CheckboxField } from '#app/forms/checkbox-field.tsx'
import { orderFormPath, privacyPath } from '#app/paths.ts'
import type { OrderView } from './load-order.server.ts'
import { AnswerFields } from './answer-fields.tsx'
import { isForWaitingList, OpenDayFields, OtherDays } from './open-day-fields.tsx'
import styles from './order-form.module.css'
import { consentSchool, formLabels } from './order-labels.ts'
import { SenderFields } from './sender-fields.tsx'

type Props = Pick<ComponentProps<typeof PostForm>, 'isBusy' | 'onSubmit'> & {
  view: OrderView
  /** What was typed into a refused form. */
  values?: Readonly<Record<string, string>> | undefined
  problem?: FormProblem | undefined
  /** Whether the form asks for a code sent to the phone. */
  needsCode?: boolean | undefined
  /** After a code was sent: how long until another one may be requested, as text. */
  wait?: string | undefined
}

/** Fields without a control of their name; the checkboxes of several answers have other ones. */
const hiddenFields = [
  'key',
  'order_type',
  'school_id',
  'recipient',
  'city_code',
  'source',
  ...leadFieldNames.filter((name) => leadFields[name].isSeveral),
]

const messageHints: Readonly<Partial<Record<OrderType, string>>> = {
  order: '想看什么、想问什么',
  openday: '有想提前问的可以写在这里',
}

/**
 * The lead form, on its page and in the modal; posts to /order/. Where nobody receives the request any more it shows what
 * was typed, and cannot be sent.
 */
export function OrderForm({ view, values = {}, problem, needsCode = false, wait, ...sending }: Props) {
  const { key, orderType, recipient, school, cityCode, source } = view
  const errors = problem?.fields ?? {}
  return (
    <PostForm {...sending} action={orderFormPath} noValidate className={styles.form}>
      <ErrorSummary problem={problem} hidden={hiddenFields} />
      <Hidden name="key" value={key} />
      <Hidden name="order_type" value={orderType} />
      <Hidden name="school_id" value={school?.id} />
      <Hidden name="recipient" value={consentSchool(view) || undefined} />
      <Hidden name="recipient_shown" value="1" />
      <Hidden name="city_code" value={cityCode} />
      <Hidden name="source" value={source} />
      <OpenDayFields view={view} chosen={values['open_day_id']} error={errors['open_day_id']} />
      <SenderFields
        {...{ view, values, errors, needsCode, wait }}
        asksGrade={orderType !== 'cooperation'}
        messageHint={`${messageHints[orderType] ?? '想了解什么'}${recipient && `；${messageReaderText(recipient)}`}。请不要写孩子的姓名和证件号`}
      >
        <AnswerFields orderType={orderType} values={values} errors={errors} />
      </SenderFields>
      {recipient === undefined ? (
        <OtherDays view={view} />
      ) : (
        <>
          <Consents view={view} recipient={recipient.name} values={values} errors={errors} />
          <p>
            <b>{callerQuestion}</b>
            {callerText({ orderType, recipient, school: school?.name })}
          </p>
          <p className="soft small">
            提交以后给您申请编号和专用网址：打开网址看进度，也可以取消和撤回，不用登录。
          </p>
          <button
            className="button"
            type="submit"
            {...(isForWaitingList(view) ? { name: 'waitlist', value: '1' } : {})}
          >
            {formLabels(view).send}
          </button>
          {needsCode ? (
            <button className="button quiet" type="submit" name="intent" value="code">
              {wait === undefined ? '获取验证码' : '重新获取验证码'}
            </button>
          ) : null}
          <OtherDays view={view} />
          <p className="soft small">
            {`姓名和电话加密保存，${handlingText(recipient)}；最后一次联系满 180\u00a0天后删除。详见`}
            <a href={privacyPath}>隐私政策</a>。
          </p>
        </>
      )}
    </PostForm>
  )
}

/** Who uses name and phone. */
function handlingText({ kind, name }: Recipient): string {
  return kind === 'school' ? `由本站的工作人员转给${name}，不给别人` : `只由${name}的工作人员用来办理这次申请`
}

type ConsentProps = {
  view: OrderView
  recipient: string
  values: Readonly<Record<string, string>>
  errors: FormProblem['fields']
}

/** The consents, which name who receives the request. */
function Consents({ view, recipient, values, errors }: ConsentProps) {
  return (
    <fieldset className={styles.consents}>
      <legend>授权</legend>
      <CheckboxField
        name="consent_contact"
        defaultChecked={isChecked(values, 'contact')}
        error={errors['consent_contact']}
      >
        {consentText('contact', recipient, view.orderType)}
      </CheckboxField>
      {view.orderType === 'cooperation' ? null : (
        <CheckboxField
          name="consent_guardian"
          defaultChecked={isChecked(values, 'guardian')}
          error={errors['consent_guardian']}
        >
          {consentText('guardian', recipient)}
        </CheckboxField>
      )}
      <CheckboxField name="consent_marketing" defaultChecked={isChecked(values, 'marketing')}>
        {consentText('marketing', recipient)}
      </CheckboxField>
    </fieldset>
  )
}

/** Whether the consent to a purpose was ticked. */
function isChecked(values: Readonly<Record<string, string>>, purpose: string): boolean {
  return values[`consent_${purpose}`] !== undefined
}

/** A field without a control; none without a value. */
export function Hidden({ name, value }: { name: string; value: string | number | undefined }) {
  return value === undefined ? null : <input type="hidden" name={name} value={value} />
}
