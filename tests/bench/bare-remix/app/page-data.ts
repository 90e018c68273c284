import type { LoaderFunctionArgs } from '@remix-run/node'
import type { CardView } from '#app/ui/card-view.ts'

/** A link outside the cards. */
export type PlainLink = { href: string; text: string }

/** What the list page shows; the server brings it. */
export type ListPage = {
  title: string
  /** Links before the cards. */
  before: PlainLink[]
  filters: { name: string; terms: { slug: string; count: number }[] }[]
  cards: CardView[]
  /** Links after them. */
  after: PlainLink[]
}

/** The page of a load context; the reference server puts it there. */
export function pageOf(context: LoaderFunctionArgs['context'] & { page?: ListPage }): ListPage {
  if (context.page === undefined) throw new Error('the reference server brings the page')
  return context.page
}
