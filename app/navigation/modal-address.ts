import { pagePathOf } from '#app/page-path.ts'

/** Query parameters that belong to modal forms. */
const modalParams = ['modal', 'orderType', 'schoolId', 'openDayId']

/** The modal form that a query opens; undefined for none. */
export function modalOf(query: URLSearchParams): 'order' | 'login' | undefined {
  const kind = query.get('modal')
  return kind === 'order' || kind === 'login' ? kind : undefined
}

/** The query without the parameters of modal forms. */
export function withoutModal(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  for (const name of modalParams) rest.delete(name)
  return rest
}

/** Path and query of the page under a modal form, which closing navigates to. */
export function pageUnderModal(request: Request): string {
  const rest = withoutModal(new URL(request.url).searchParams)
  const path = pagePathOf(request)
  return rest.size === 0 ? path : `${path}?${rest.toString()}`
}
