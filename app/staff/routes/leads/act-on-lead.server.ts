import type { ActionFunctionArgs } from '@remix-run/node'
import {
  addLeadNote,
  assignLead,
  claimLead,
  recordLeadCall,
  releaseLead,
  resendLead,
  revealLead,
} from '#server/contract/staff/leads.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { StaffEndpoint } from '#server/contract/staff/staff-endpoint.ts'
import { typedMoment } from '#server/contract/staff/typed-times.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'

/** What a form of the page did: the word of its message, what is shown in full, or why it was refused. */
export type LeadActed =
  { done: string; act?: number } | { intent: 'reveal'; revealed: DataOf<typeof revealLead> } | Refused

/** A refused form of the page, with what was typed. */
export type Refused = { intent: string; values: Readonly<Record<string, string>>; problem: FormProblem }

/** Forms without fields, by their intent. */
const simple: ReadonlyMap<string, { endpoint: StaffEndpoint; done: string }> = new Map([
  ['claim', { endpoint: claimLead, done: 'claimed' }],
  ['release', { endpoint: releaseLead, done: 'released' }],
  ['resend', { endpoint: resendLead, done: 'resent' }],
])

/** Does what a form of a lead's page asks for. */
export async function actOnLead(args: ActionFunctionArgs): Promise<LeadActed> {
  const reference = args.params['reference'] ?? ''
  const { intent = '', ...values } = await readFields(args.request)
  const api = staffApi(args)
  const refusal = (
    reply: Parameters<typeof problemOf>[0],
    renamed: Readonly<Record<string, string>> = {},
  ) => {
    const problem = problemOf(reply)
    const fields = Object.entries(problem.fields).map(([name, text]): [string, string] => [
      renamed[name] ?? name,
      text,
    ])
    return { intent, values, problem: { ...problem, fields: Object.fromEntries(fields) } }
  }
  switch (intent) {
    case 'reveal': {
      const reply = await api.send(revealLead, { reference })
      return reply.ok ? { intent, revealed: reply.data } : refusal(reply)
    }
    case 'contact': {
      const { outcome, at, note, next_at: next } = values
      const call = { outcome, note, at: typedInstant(at), next_at: typedInstant(next) }
      const reply = await api.send(recordLeadCall, { reference, ...call })
      return reply.ok ? { done: 'contacted', act: reply.data.act } : refusal(reply)
    }
    case 'note': {
      const reply = await api.send(addLeadNote, { reference, note: values['new_note'] })
      return reply.ok ? { done: 'noted' } : refusal(reply, { note: 'new_note' })
    }
    case 'assign': {
      const reply = await api.send(assignLead, { reference, advisor: values['assignee'] })
      return reply.ok ? { done: 'assigned' } : refusal(reply, { advisor: 'assignee' })
    }
    default: {
      const found = simple.get(intent)
      if (found === undefined) {
        const message = '没有这个操作，请重新打开页面'
        return { intent, values, problem: { message, fields: {}, status: 400 } }
      }
      const reply = await api.send(found.endpoint, { reference })
      return reply.ok ? { done: found.done } : refusal(reply)
    }
  }
}

/** The moment of a field of date and time, which is in China; what is none is refused by the API. */
export function typedInstant(typed: string | undefined): string | undefined {
  if (typed === undefined || typed === '') return undefined
  return typedMoment(typed)?.toISOString() ?? typed
}
