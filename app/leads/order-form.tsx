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
import { SelectField } from '#app/forms/select-field.tsx'
import { TextField } from '#app/forms/text-field.tsx'
import { CodeField } from '#app/forms/code-field.tsx'
import { CheckboxField } from '#app/forms/checkbox-field.tsx'
import { gradeChoices } from '#app/forms/grade-choices.ts'
import { orderFormPath, privacyPath } from '#app/paths.ts'
import type { OrderView } from './load-order.server.ts'
import { AnswerFields } from './answer-fields.tsx'
import { isForWaitingList, OpenDayFields, OtherDays } from './open-day-fields.tsx'
import styles from './order-form.module.css'
import { consentSchool, formLabels } from './order-labels.ts'

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
  const isFresh = Object.keys(values).length === 0
  const aboutChild = orderType !== 'cooperation'
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
      <TextField
        label="姓名"
        name="name"
        autoComplete="name"
        required
        hint="怎么称呼您？例如：王女士"
        defaultValue={isFresh ? view.account?.nickname : values['name']}
        error={errors['name']}
      />
      <PhoneFields account={view.account} values={values} error={errors['phone']} isFresh={isFresh} />
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
      {aboutChild ? (
        <SelectField
          label="孩子现在的年级"
          name="grade"
          choices={gradeChoices}
          none="不填写"
          defaultValue={isFresh ? view.gradeNow : values['grade']}
          error={errors['grade']}
        />
      ) : null}
      <AnswerFields orderType={orderType} values={values} errors={errors} />
      <TextField
        label="留言"
        name="message"
        rows={3}
        hint={`${messageHints[orderType] ?? '想了解什么'}${recipient && `；${messageReaderText(recipient)}`}。请不要写孩子的姓名和证件号`}
        defaultValue={values['message']}
        error={errors['message']}
      />
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

type PhoneProps = {
  account: OrderView['account']
  values: Readonly<Record<string, string>>
  error: string | undefined
  isFresh: boolean
}

/** Phone field; logged-in visitors get a checkbox that uses the account's phone, masked, instead. */
export function PhoneFields({ account, values, error, isFresh }: PhoneProps) {
  const field = (
    <TextField
      label="电话"
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      required
      hint="支持中国内地、香港（852）和澳门（853）手机号"
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

/** Whether the consent to a purpose was ticked. */
function isChecked(values: Readonly<Record<string, string>>, purpose: string): boolean {
  return values[`consent_${purpose}`] !== undefined
}

/** A field without a control; none without a value. */
export function Hidden({ name, value }: { name: string; value: string | number | undefined }) {
  return value === undefined ? null : <input type="hidden" name={name} value={value} />
}
