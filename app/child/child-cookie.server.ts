import { cookiesOf, oneDay, setCookie } from '#app/cookies.server.ts'
import type { Caller } from '#app/load-context.ts'
import { childCookie } from './child-address.ts'
import { childFields, type ChildQuery } from '#server/contract/child/child-query.ts'
import { entryYears, isCoordinates, readChild, type CheckedChild } from './read-child.server.ts'

const lifeSeconds = 180 * oneDay

/** What this browser remembers: a child, and the budget in CNY per year. */
export type RememberedChild = { child: ChildQuery; budget?: string }

/**
 * The remembered child, with the grade that it enters by now; read by private pages alone, since public ones are the same
 * for everybody.
 */
export function rememberedChild(request: Request): RememberedChild & { child: CheckedChild } {
  const query = new URLSearchParams(cookiesOf(request)[childCookie] ?? '')
  const budget = budgetIn(query)
  return { child: readChild(query), ...(budget === undefined ? {} : { budget }) }
}

/** The budget of an address or form: the upper limit of a year's cost. */
export function budgetIn(query: URLSearchParams): string | undefined {
  const text = query.get('fee_max') ?? ''
  return /^[1-9]\d{3,6}$/.test(text) ? text : undefined
}

/** Whether this browser remembers a child or its budget. */
export function hasRememberedChild(request: Request): boolean {
  return (cookiesOf(request)[childCookie] ?? '') !== ''
}

/** The Set-Cookie value that remembers a child for links, without coordinates; deletes the cookie of nothing. */
export function rememberChild(caller: Caller, { child, budget }: RememberedChild): string {
  const { near, ...others } = child
  const named = near === undefined || isCoordinates(near) ? others : child
  // The grade is that of one year.
  const year = child.grade === undefined ? child.year : (child.year ?? String(entryYears()[0]))
  const fields = [...childFields({ ...named, year }), ...(budget === undefined ? [] : [['fee_max', budget]])]
  const value = new URLSearchParams(fields).toString()
  return setCookie(caller, {
    name: childCookie,
    value,
    maxAge: value === '' ? 0 : lifeSeconds,
    httpOnly: false,
  })
}
