import type { ActionFunctionArgs } from '@remix-run/node'
import {
  postponeLead,
  recordLeadCall,
  releaseLead,
  takeNextLead,
  transferLead,
} from '#server/contract/staff/leads.ts'
import { leadOutcomes } from '#server/contract/staff/lead-terms.ts'
import type { Reply } from '#app/api/client.server.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import { readFields } from '../../../access/posted-form.server.ts'
import { staffApi } from '../../../access/staff-api.server.ts'
import { typedInstant } from '../act-on-lead.server.ts'

/** What a button of the queue did: the word of its message and the act to undo, or why it was refused with what was typed. */
export type Worked =
  | { done: string | undefined; act?: number; isOver?: boolean }
  | { values: Readonly<Record<string, string>>; problem: FormProblem }

/**
 * Does what a button of the queue says (`press`): an outcome is recorded, or the call is put off, or the lead given to its school;
 * then, as for 跳过, the next lead is taken. `stop` gives up the claim and ends the work (`isOver`).
 */
export async function workLead(args: ActionFunctionArgs): Promise<Worked> {
  const values = await readFields(args.request)
  const { press = 'next', reference = '', note, next_at: typed, others = '' } = values
  const api = staffApi(args)
  const nextAt = typedInstant(typed)
  const refusal = (reply: Extract<Reply<unknown>, { ok: false }>) => ({ values, problem: problemOf(reply) })
  const goOn = async (done: string | undefined, act?: number, skip?: string): Promise<Worked> => {
    const reply = await api.send(takeNextLead, skip === undefined ? {} : { skip })
    if (!reply.ok) return refusal(reply)
    return { done, ...(act === undefined ? {} : { act }) }
  }
  if (leadOutcomes.some(({ slug }) => slug === press)) {
    const also = values['also'] === '1' ? others.split(',').filter(Boolean) : []
    const call = { outcome: press, note, next_at: nextAt, also, held: true }
    const reply = await api.send(recordLeadCall, { reference, ...call })
    if (reply.ok) return goOn(press, reply.data.act)
    return isReleased(reply) ? goOn('already') : refusal(reply)
  }
  switch (press) {
    case 'later': {
      const reply = await api.send(postponeLead, { reference, next_at: nextAt })
      return reply.ok ? goOn('later', reply.data.act) : refusal(reply)
    }
    case 'transfer': {
      const reply = await api.send(transferLead, { reference })
      return reply.ok ? goOn('transferred', undefined, reference) : refusal(reply)
    }
    case 'stop': {
      const reply = await api.send(releaseLead, { reference })
      return reply.ok ? { done: 'released', isOver: true } : refusal(reply)
    }
    default:
      return goOn(undefined, undefined, press === 'skip' ? reference : undefined)
  }
}

/** Whether the call was recorded already, as by a form that was sent twice. */
function isReleased({ data }: { data: unknown }): boolean {
  return typeof data === 'object' && data !== null && 'state' in data && data.state === 'released'
}
