import { codes } from '#server/contract/codes.ts'
import { durationText } from '#server/contract/duration-text.ts'
import { ownPhone, sendClue } from '#server/contract/leads/clue.ts'
import { sendClueCode } from '#server/contract/accounts/login.ts'
import { changedRecipientText, missingConsents } from '#server/contract/leads/consents.ts'
import { sendForm, type Reply } from '#app/api/client.server.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import type { Caller } from '#app/load-context.ts'
import { sendWithOrWithoutLogin } from '#app/accounts/send-with-or-without-login.server.ts'
import { loadOrder, type OrderView } from '#app/leads/load-order.server.ts'
import { consentSchool } from '#app/leads/order-labels.ts'
import { findLead } from '#app/leads/load-lead.server.ts'
import { isActive } from '#app/leads/lead-labels.ts'
import { withSeveralAnswers } from '#app/leads/answer-fields.tsx'
import { lastSentKey } from './sent-key.server.ts'

type Fields = Readonly<Record<string, string>>

/** A refused lead form: its view model, the typed values, and the problem. */
export type RefusedLead = {
  view: OrderView
  values: Fields
  problem?: FormProblem
  /** Whether the form asks for a code: the seats for unverified phones are taken. */
  needsCode?: boolean
  /** After a code was sent: how long until another one may be requested, as text. */
  wait?: string
}

/**
 * An accepted lead: its access token and idempotency key, whether the account that sent it lists it, and whether the
 * browser's session had ended.
 */
export type AcceptedLead = {
  access: string
  key: string | undefined
  isOfAccount: boolean
  isLoginEnded: boolean
}

/**
 * Submits a lead as it was typed; resolves to the accepted lead, or to the refused form. A browser that submits the
 * same again from a newly rendered form (after Back) gets the lead that it sent before, while that is active.
 */
export async function sendOrder(
  caller: Caller,
  { key, ...typed }: Fields,
): Promise<AcceptedLead | RefusedLead> {
  const values = withChosenDay(typed)
  const sent = (await sendWithLastKey(caller, values, key)) ?? {
    ...(await send(caller, { ...values, key })),
    usedKey: key,
  }
  const { reply, usedKey, isLoginEnded } = sent
  if (reply.ok) {
    const isOfAccount = values['own_phone'] !== undefined && !isLoginEnded
    return { access: reply.data.access, key: usedKey, isOfAccount, isLoginEnded }
  }
  // A retry of the same form keeps its key, unless that belongs to another lead.
  const view = await shownAgain(caller, values, reply.code === codes.conflict ? undefined : key)
  return {
    view,
    values: withShownConsents(values, view),
    problem: withConsents(problemWithMessage(reply, view), values, view),
    needsCode: values['code'] !== undefined || 'code' in problemOf(reply).fields,
  }
}

/** Sends a code to the typed phone; resolves to the form with its input, the same key and a field for the code. */
export async function sendOrderCode(
  caller: Caller,
  { key, intent: _intent, ...values }: Fields,
): Promise<RefusedLead> {
  const reply = await sendForm(caller, sendClueCode, { phone: values['phone'] })
  const view = await shownAgain(caller, values, key)
  return {
    view,
    values: withShownConsents(values, view),
    needsCode: true,
    ...(reply.ok ? { wait: durationText(reply.data.resend_in) } : { problem: problemOf(reply) }),
  }
}

/** Forms that actions showed again, for the loader that runs after them for the same request. */
const shownOrders = new WeakMap<object, OrderView>()

/** The form that this request's action shows again; undefined when there was none. */
export function shownOrder({ context }: Caller): OrderView | undefined {
  return shownOrders.get(context)
}

/** The view model of a form that is shown again, under its key unless that is undefined. */
async function shownAgain(caller: Caller, values: Fields, key: string | undefined): Promise<OrderView> {
  const { order_type: orderType, school_id: schoolId, open_day_id: openDayId, source } = values
  const recipient = values['recipient'] ?? (values['recipient_shown'] === undefined ? undefined : '')
  const view = await loadOrder(caller, { orderType, schoolId, openDayId, recipient }, source)
  const shown = key === undefined ? view : { ...view, key }
  shownOrders.set(caller.context, shown)
  return shown
}

/** What was typed; without the consents when another name stands beside them now. */
function withShownConsents(values: Fields, view: OrderView): Fields {
  if (isSameRecipient(values, view)) return values
  return Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith('consent_')))
}

/** Forms of builds before do not say whom their consents name. */
function isSameRecipient({ recipient, recipient_shown: isShown }: Fields, view: OrderView): boolean {
  return isShown === undefined || (recipient ?? '') === consentSchool(view)
}

/** The button of another open day books that one, whatever else the form says. */
function withChosenDay({ other_day: other, ...values }: Fields): Fields {
  if (other === undefined) return values
  const { waitlist: _waits, ...booking } = values
  return { ...booking, open_day_id: other }
}

/**
 * Submits with the key that this browser used last: resolves to that lead when the fields are the same; undefined
 * when it is a lead of its own: other fields, or the same after that lead has ended.
 */
async function sendWithLastKey(caller: Caller, values: Fields, key: string | undefined) {
  const usedKey = lastSentKey(caller.request)
  // A code is verified once for each time that it is typed.
  if (usedKey === undefined || usedKey === key || values['code'] !== undefined) return undefined
  const sent = await send(caller, { ...values, key: usedKey })
  const { reply } = sent
  if (!reply.ok) return reply.code === codes.conflict ? undefined : { ...sent, usedKey }
  const found = await findLead(caller, { access: reply.data.access })
  return found !== undefined && isActive(found.status) ? { ...sent, usedKey } : undefined
}

/**
 * Submits a lead; when the session has expired, without it. The school of an open day is the day's own: the form may be
 * of another one, whose name its consents then have.
 */
function send(caller: Caller, typed: Record<string, string | undefined>) {
  const {
    own_phone: usesOwn,
    school_id,
    recipient = '',
    recipient_shown: isShown,
    ...rest
  } = withSeveralAnswers(typed)
  const hasDay = rest['order_type'] === 'openday' && rest['open_day_id'] !== undefined
  const others = { ...rest, ...(isShown !== undefined && { recipient }), ...(hasDay ? {} : { school_id }) }
  // The account's phone is verified and needs no code; the phone field may still hold a number.
  const fields = usesOwn === undefined ? others : { ...others, phone: ownPhone, code: undefined }
  return sendWithOrWithoutLogin(caller, sendClue, () => fields)
}

function problemWithMessage(reply: Extract<Reply<unknown>, { ok: false }>, view: OrderView): FormProblem {
  const problem = problemOf(reply)
  const { code, data } = reply
  if (code === codes.tooMany) return { ...problem, message: `${problem.message}。填写的内容都还在。` }
  if (code === codes.notNow) {
    return { ...problem, message: `${problem.message}。填写的内容都还在，请再点一次提交，不会重复。` }
  }
  if (code !== codes.conflict) return problem
  if (hasNoSeat(data)) {
    if (view.openDay?.state === 'full') {
      return { ...problem, message: `${problem.message}，没有为您预约。可以点“加入候补”，填写的内容都还在。` }
    }
    const alternatives = view.others.length > 0 ? '可以改选下面的另一场' : '可以改约一个时间单独参观'
    return { ...problem, message: `${problem.message}，没有为您预约。${alternatives}。` }
  }
  return {
    ...problem,
    message: '这份表单之前已经提交过，而内容不一样了。如果要另外提交一份，请核对后再点一次提交。',
  }
}

/** Adds missing consents to the errors of other fields, so that all are shown at once. */
function withConsents(problem: FormProblem, typed: Fields, view: OrderView): FormProblem {
  if (Object.keys(problem.fields).length === 0 || view.recipient === undefined) return problem
  const values = withShownConsents(typed, view)
  const missing = missingConsents({
    stage: values['stage'],
    grade: values['grade'],
    contact: values['consent_contact'] !== undefined,
    guardian: values['consent_guardian'] !== undefined,
  })
  const changed = isSameRecipient(typed, view)
    ? {}
    : { consent_contact: changedRecipientText(view.recipient.name) }
  return { ...problem, fields: { ...problem.fields, ...missing, ...changed } }
}

function hasNoSeat(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'state' in data
}
