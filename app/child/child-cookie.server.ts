import { cookiesOf, oneDay, setCookie } from '#app/cookies.server.ts'
import type { Caller } from '#app/load-context.ts'
import { betweenChildren, childCookie } from './child-address.ts'
import { childFields, type ChildQuery } from '#server/contract/child/child-query.ts'
import { entryYears, isCoordinates, readChild, type CheckedChild } from './read-child.server.ts'

const lifeSeconds = 180 * oneDay

/** A child that this browser remembers, and the budget in CNY per year. */
export type RememberedChild = { child: ChildQuery; budget?: string }

/** A remembered child as the site speaks for it now. */
type Remembered = RememberedChild & { child: CheckedChild }

/** How many children a browser remembers. */
export const mostRemembered = 2

/**
 * The children that this browser remembers, the shown one first, each with the grade that it enters by now; read by private
 * pages alone, since public ones are the same for everybody.
 */
export function rememberedChildren(request: Request): Remembered[] {
  const stored = cookiesOf(request)[childCookie] ?? ''
  return stored
    .split(betweenChildren, mostRemembered)
    .filter((text) => text !== '')
    .map((text) => {
      const query = new URLSearchParams(text)
      const budget = budgetIn(query)
      return { child: readChild(query), ...(budget === undefined ? {} : { budget }) }
    })
}

/** The remembered child that pages speak for; one of whom nothing is known without any. */
export function rememberedChild(request: Request): Remembered {
  return rememberedChildren(request)[0] ?? { child: {} }
}

/** The budget of an address or form: the upper limit of a year's cost. */
export function budgetIn(query: URLSearchParams): string | undefined {
  const text = query.get('fee_max') ?? ''
  return /^[1-9]\d{3,6}$/.test(text) ? text : undefined
}

/** The Set-Cookie value that remembers children for links, without coordinates; deletes the cookie of none. */
export function rememberChildren(caller: Caller, children: readonly RememberedChild[]): string {
  const texts = children.map(textOf).filter((text) => text !== '')
  const value = texts.slice(0, mostRemembered).join(betweenChildren)
  return setCookie(caller, {
    name: childCookie,
    value,
    maxAge: value === '' ? 0 : lifeSeconds,
    httpOnly: false,
  })
}

function textOf({ child, budget }: RememberedChild): string {
  const { near, ...others } = child
  const named = near === undefined || isCoordinates(near) ? others : child
  // The grade is that of one year.
  const year = child.grade === undefined ? child.year : (child.year ?? String(entryYears()[0]))
  const fields = [...childFields({ ...named, year }), ...(budget === undefined ? [] : [['fee_max', budget]])]
  return new URLSearchParams(fields).toString()
}
