import {
  refusalReasons,
  type CheckInKind,
  type RefusalReason,
} from '#server/contract/check-ins/check-in-rules.ts'
import { sendCheckIns } from '#server/contract/check-ins/checkins.ts'
import { sendForm } from '#app/api/client.server.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import type { Caller } from '#app/load-context.ts'
import { checkInPath, signDetailPath } from '#app/paths.ts'
import { deskOf } from './desk.server.ts'
import { type CheckInView, loadCheckIn } from './load-check-in.server.ts'

type Fields = Readonly<Record<string, string>>

/** A refused check-in: the view model of the form, the typed values, the problem, and advice. */
export type RefusedCheckIn = { view: CheckInView; values: Fields; problem: FormProblem; advice: string }

/** Advice for staff or guest by refusal reason. */
const advice: Readonly<Partial<Record<RefusalReason, string>>> = {
  event_not_open: '请在签到开始后再来，或请工作人员核对活动。',
  event_over: '如需补签，请联系活动负责人。',
  wrong_event: '请核对预约的是哪场活动，在上面更换活动后再试。',
  wrong_kind: '请到另一个入口签到。',
  invalid_ticket: '请再扫一次，或改填姓名和手机。',
  unknown_ticket: '请核对入场码，或改填姓名和手机。',
  revoked_ticket: '请联系活动负责人。',
  not_registered: '请核对姓名，或填写完整手机号码现场登记。',
  nonce_taken: '请核对后再点“签到”。',
}

/** Submits a check-in as it was typed; resolves to the path of its result, or to the refused form. */
export async function sendCheckIn(
  caller: Caller,
  kind: CheckInKind,
  { nonce, ...values }: Fields,
): Promise<{ path: string } | RefusedCheckIn> {
  // An absent consent would mean that it was asked elsewhere; this form has the box.
  const consent_checkin = values['consent_checkin'] ?? '0'
  const reply = await sendForm(caller, sendCheckIns, { ...values, consent_checkin, kind, nonce })
  if (reply.ok) {
    const [result] = [reply.data].flat()
    if (result?.id !== undefined) {
      const again = result.state === 'duplicate' ? '&again=1' : ''
      const desk = deskOf(caller.request)
      const plain = desk === 'plain' ? '&plain=1' : ''
      const from = desk === undefined ? '' : `&from=${kind}&event=${values['event_id'] ?? ''}${plain}`
      return { path: `${signDetailPath(result.id)}${from}${again}` }
    }
  }
  const view = await loadCheckIn(
    { ...caller, request: formRequest(caller.request, kind, values['event_id']) },
    kind,
  )
  const reason = reply.ok ? undefined : reasonIn(reply.data)
  return {
    // A retry of the same form keeps its nonce, unless that belongs to another check-in.
    view: reason === 'nonce_taken' || nonce === undefined ? view : { ...view, nonce },
    values,
    problem: reply.ok ? { message: '还没签上，请再点一次“签到”', fields: {}, status: 500 } : problemOf(reply),
    advice: (reason && advice[reason]) ?? '改好后再点“签到”，不会重复签到。',
  }
}

/** The request of the page that shows the form's event. */
function formRequest(request: Request, kind: CheckInKind, eventId: string | undefined): Request {
  const path = checkInPath(kind, Number(eventId) || undefined, deskOf(request))
  return new Request(new URL(path, request.url), { headers: request.headers })
}

function reasonIn(data: unknown): RefusalReason | undefined {
  if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined
  return refusalReasons.find((reason) => reason === data.reason)
}
