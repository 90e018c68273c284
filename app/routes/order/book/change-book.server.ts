import { decisionCriteria, type DecisionAnswer } from '#server/contract/catalogue/decision-criteria.ts'
import { codes } from '#server/contract/codes.ts'
import {
  addDecisionColumn,
  deleteDecisionBook,
  openDecisionBook,
  replaceDecisionBookAccess,
  saveDecisionColumn,
} from '#server/contract/leads/decision-book.ts'
import { sendForm } from '#app/api/client.server.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import type { Caller } from '#app/load-context.ts'
import { bookPath } from '#app/paths.ts'
import { sendWithOrWithoutLogin } from '#app/accounts/send-with-or-without-login.server.ts'
import { schoolIds } from '#app/toggles/basket-cookie.server.ts'
import { redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { noteField, scoreField } from './column-fields.ts'
import { unknownBook } from './load-book.server.ts'

type Fields = Readonly<Record<string, string>>

/** A refused form with what was typed. */
export type Refused = { problem: FormProblem; values: Fields }

/** Opens a book and leads to it. */
export async function openNewBook(caller: Caller, values: Fields): Promise<Refused> {
  const input = { ids: values['ids'], accesses: values['requests'], key: values['key'] }
  const { reply } = await sendWithOrWithoutLogin(caller, openDecisionBook, () => input)
  if (reply.ok) throw await redirectWithFlash(caller, bookPath(reply.data.access))
  return { problem: problemOf(reply), values }
}

/** Changes the book of an access token as its form's `intent` says, and leads on. */
export async function changeBook(caller: Caller, access: string, values: Fields): Promise<Refused> {
  const anonymous = { ...caller, token: null }
  const { intent } = values
  if (intent === 'save') return saveColumn(anonymous, access, values)
  if (intent === 'replace') {
    const reply = await sendForm(anonymous, replaceDecisionBookAccess, { access, key: values['key'] })
    if (reply.ok)
      throw await redirectWithFlash(caller, bookPath(reply.data.access), {
        message: '已换成新的网址，原来的打不开了。请把这一页重新发给家人。',
      })
    return refusedOr404(reply, values)
  }
  if (intent === 'delete') {
    const reply = await sendForm(anonymous, deleteDecisionBook, { access })
    if (reply.ok) throw await redirectWithFlash(caller, '/', { message: reply.data.msg })
    return refusedOr404(reply, values)
  }
  const reply = await sendForm(anonymous, addDecisionColumn, { access, name: values['name'] })
  if (reply.ok) throw await redirectWithFlash(caller, bookPath(access, reply.data.id))
  return refusedOr404(reply, values)
}

/**
 * Saves a column and leads to its book. A column that was emptied elsewhere meanwhile is added again; over a newer one the form is
 * shown again with what was typed, which the next press saves.
 */
async function saveColumn(caller: Caller, access: string, values: Fields): Promise<Refused> {
  const send = (column: string | number | undefined, version: string | number | undefined) =>
    sendForm(caller, saveDecisionColumn, { access, column, version, answers: answersIn(values) })
  let reply = await send(values['column'], values['version'])
  if (!reply.ok && reply.code === codes.notFound) {
    const added = await sendForm(caller, addDecisionColumn, { access, name: values['name'] })
    if (!added.ok) return refusedOr404(added, values)
    reply = await send(added.data.id, 0)
  }
  if (reply.ok) throw await redirectWithFlash(caller, bookPath(access), { message: reply.data.msg })
  const newer = reply.code === codes.conflict ? versionIn(reply.data) : undefined
  const { problem } = refusedOr404(reply, values)
  const fields = Object.fromEntries(
    Object.entries(problem.fields).map(([name, text]) => {
      const [, at] = /^answers\.(\d)\.note$/.exec(name) ?? []
      return [
        at === undefined ? name : noteField(schoolIds([values['schools'] ?? ''])[Number(at)] ?? 0),
        text,
      ]
    }),
  )
  return {
    problem: { ...problem, fields },
    values: newer === undefined ? values : { ...values, version: newer },
  }
}

function answersIn(values: Fields) {
  return schoolIds([values['schools'] ?? '']).map((school_id) => ({
    school_id,
    scores: Object.fromEntries(
      decisionCriteria.map(({ slug }) => [slug, values[scoreField(school_id, slug)]]),
    ),
    note: values[noteField(school_id)],
  }))
}

/** What a form that is shown again says, as a column says it. */
export function typedAnswers(values: Fields): DecisionAnswer[] {
  return answersIn(values).map(({ school_id, scores, note }) => ({
    school_id,
    note,
    scores: Object.fromEntries(
      Object.entries(scores).flatMap(([slug, typed]) => (typed === undefined ? [] : [[slug, Number(typed)]])),
    ),
  }))
}

function versionIn(data: unknown): string | undefined {
  const version = typeof data === 'object' && data !== null && 'version' in data ? data.version : undefined
  return typeof version === 'number' ? String(version) : undefined
}

function refusedOr404(reply: Parameters<typeof problemOf>[0], values: Fields): Refused {
  if (reply.code === codes.notFound) throw unknownBook()
  return { problem: problemOf(reply), values }
}
