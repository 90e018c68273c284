import { codes } from '#server/contract/codes.ts'
import { durationText } from '#server/contract/duration-text.ts'
import { sendClueCode } from '#server/contract/accounts/login.ts'
import { ownPhone } from '#server/contract/leads/clue.ts'
import { sendJointClue } from '#server/contract/leads/joint-clue.ts'
import { sendForm, type Reply } from '#app/api/client.server.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import type { Caller } from '#app/load-context.ts'
import { sendWithOrWithoutLogin } from '#app/accounts/send-with-or-without-login.server.ts'
import { timeFields } from '#app/leads/joint-times.ts'
import { loadJoint, type JointView } from '#app/leads/load-joint.server.ts'
import { schoolIds } from '#app/toggles/basket-cookie.server.ts'

type Fields = Readonly<Record<string, string>>

/** A refused form: its view model, the typed values, and the problem. */
export type RefusedJoint = {
  view: JointView
  values: Fields
  problem?: FormProblem
  /** Whether the form asks for a code: the seats for unverified phones are taken. */
  needsCode?: boolean
  /** After a code was sent: how long until another one may be requested, as text. */
  wait?: string
}

/** Accepted leads: their access tokens, those of open days, whether the account lists them, and whether its session had ended. */
export type AcceptedJoint = {
  accesses: string[]
  bookings: string[]
  isOfAccount: boolean
  isLoginEnded: boolean
}

/** Submits the form for the schools whose consent was ticked; resolves to the accepted leads, or to the refused form. */
export async function sendJoint(caller: Caller, values: Fields): Promise<AcceptedJoint | RefusedJoint> {
  const ids = schoolIds([values['ids'] ?? ''])
  const asked = ids.filter((id) => values[`consent_contact_${id}`] !== undefined)
  if (asked.length === 0) {
    const problem = {
      message: nobodyAsked,
      fields: { [`consent_contact_${ids[0]}`]: nobodyAsked },
      status: 422,
    }
    caller.context.formRefused = true
    return { ...(await shownAgain(caller, values, values['key'])), problem }
  }
  const visits = asked.map((id) => ({
    school_id: id,
    ...timeFields(values[`time_${id}`] ?? ''),
    recipient: values[`recipient_${id}`] ?? '',
    consent_contact: '1',
    consent_guardian: values[`consent_guardian_${id}`],
  }))
  const { name, phone, people, grade, contact_preference, message, source, key, code } = values
  const person = values['own_phone'] === undefined ? { phone, code } : { phone: ownPhone, code: undefined }
  const fields = { visits, name, people, grade, contact_preference, message, source, key, ...person }
  const { reply, isLoginEnded } = await sendWithOrWithoutLogin(caller, sendJointClue, () => fields)
  if (reply.ok) {
    const { requests } = reply.data
    const isBooking = (id: number) =>
      visits.some((visit) => visit.school_id === id && visit.open_day_id !== undefined)
    return {
      accesses: requests.map(({ access }) => access),
      bookings: requests.filter(({ school_id }) => isBooking(school_id)).map(({ access }) => access),
      isOfAccount: values['own_phone'] !== undefined && !isLoginEnded,
      isLoginEnded,
    }
  }
  // A retry of the same form keeps its key, unless that belongs to other leads.
  const shown = await shownAgain(caller, values, reply.code === codes.conflict ? undefined : key)
  const problem = problemFor(reply, asked, shown.view)
  return { ...shown, problem, needsCode: code !== undefined || 'code' in problem.fields }
}

const nobodyAsked = '请至少勾选一所学校'

/** Sends a code to the typed phone; resolves to the form with its input, the same key and a field for the code. */
export async function sendJointCode(
  caller: Caller,
  { intent: _intent, ...values }: Fields,
): Promise<RefusedJoint> {
  const reply = await sendForm(caller, sendClueCode, { phone: values['phone'] })
  return {
    ...(await shownAgain(caller, values, values['key'])),
    needsCode: true,
    ...(reply.ok ? { wait: durationText(reply.data.resend_in) } : { problem: problemOf(reply) }),
  }
}

/** Forms that actions showed again, for the loader that runs after them for the same request. */
const shownForms = new WeakMap<object, JointView>()

/** The form that this request's action shows again; undefined when there was none. */
export function shownJoint({ context }: Caller): JointView | undefined {
  return shownForms.get(context)
}

async function shownAgain(caller: Caller, values: Fields, key: string | undefined) {
  const loaded = await loadJoint(caller, new URLSearchParams({ ids: values['ids'] ?? '' }))
  const view = key === undefined ? loaded : { ...loaded, key }
  shownForms.set(caller.context, view)
  return { view, values }
}

/** The refusal with its fields by those of the form: the n-th of the asked schools is that of the API's n-th visit. */
function problemFor(
  reply: Extract<Reply<unknown>, { ok: false }>,
  asked: readonly number[],
  view: JointView,
): FormProblem {
  const problem = problemOf(reply)
  const fields = Object.fromEntries(
    Object.entries(problem.fields).map(([name, text]) => {
      const [, at, field] = /^visits\.(\d)\.(\w+)$/.exec(name) ?? []
      if (at === undefined || field === undefined) return [name, text]
      const control = field.startsWith('consent_') ? field : 'time'
      return [`${control}_${asked[Number(at)]}`, text]
    }),
  )
  if (reply.code !== codes.conflict) return { ...problem, fields }
  const school = view.visits.find(({ schoolId }) => schoolId === schoolOf(reply.data))
  if (school === undefined) {
    const message = '这份表单之前已经提交过，而内容不一样了。如果要另外提交一份，请核对后再点一次提交。'
    return { ...problem, fields, message }
  }
  const text = `${school.school}：${problem.message}，请换一个时间；几所学校都还没有提交`
  return { ...problem, fields: { [`time_${school.schoolId}`]: text } }
}

function schoolOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'school_id' in data ? data.school_id : undefined
}
