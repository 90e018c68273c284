import { randomUUID } from 'node:crypto'
import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import type { BatchRow } from '#server/contract/staff/acts/batch.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import { readFields, readFormData } from '../../access/posted-form.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { batchCalls } from '../../batch/batch-calls.server.ts'
import { readSelection, type Selection } from '../../batch/read-selection.server.ts'
import { actPath } from '../../paths.ts'

/** What the page asks: the act, its records, and the form's values when they were refused. */
type Asked = {
  act: string
  rows: BatchRow[]
  /** How many more match than one act takes. */
  more: number
  /** The query of the list. */
  query: string
  /** The key of the form: sent again it does nothing more. */
  key: string
  values: Readonly<Record<string, string>>
  problem: FormProblem | undefined
}

/** The list of a request; throws 404 for one that is none. */
export function batchIn({ params }: Pick<ActionFunctionArgs, 'params'>) {
  const name = params['list'] ?? ''
  const calls = Object.hasOwn(batchCalls, name) ? batchCalls[name] : undefined
  if (calls === undefined) throw data({ message: '没有找到相关内容' }, { status: 404 })
  return { name, calls }
}

/** Asks what the chosen records become, or does what was confirmed and leads to what it did. */
export async function askOrRun(args: ActionFunctionArgs) {
  const { calls } = batchIn(args)
  const form = await readFormData(args.request)
  const { act = '', records = '', query = '', confirmed, key, ...values } = await readFields(args.request)
  const api = staffApi(args)
  if (confirmed === undefined) {
    const selection = readSelection(form, calls.filters)
    return asked(await check(selection), { query: values['filter'] ?? '', key: randomUUID(), values: {} })
  }
  const chosen = records.split(',')
  const reply = await api.send(calls.run, { ...values, act, records: chosen, key })
  if (reply.ok) throw redirect(actPath(reply.data.act, listQuery(query)), 303)
  const problem = problemOf(reply)
  return asked(await check({ records: chosen }), { query, key: key ?? '', values, problem })

  async function check(selection: Selection) {
    const checked = await api.send(calls.check, { act, ...selection })
    return checked.ok ? checked.data : { rows: [], more: 0, problem: problemOf(checked) }
  }

  function asked(
    checked: { rows: BatchRow[]; more: number; problem?: FormProblem },
    more: Pick<Asked, 'query' | 'key' | 'values'> & { problem?: FormProblem },
  ) {
    const { rows } = checked
    const problem = more.problem ?? checked.problem
    const state: Asked = { ...more, query: listQuery(more.query), act, rows, more: checked.more, problem }
    return data(state, { status: problem?.status ?? 200 })
  }
}

/** The query of a list without the message of what was done there before. */
function listQuery(query: string): string {
  const search = new URLSearchParams(query)
  search.delete('done')
  search.delete('act')
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
