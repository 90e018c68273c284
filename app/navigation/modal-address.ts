import { pagePathOf } from '#app/page-path.ts'

/** Query parameters that belong to modals. */
const modalParams = ['modal', 'orderType', 'schoolId', 'openDayId', 'poster']

const modalKinds = ['order', 'login', 'poster'] as const

/** The modal that a query opens; undefined for none. */
export function modalOf(query: URLSearchParams): (typeof modalKinds)[number] | undefined {
  const named = query.get('modal')
  return modalKinds.find((kind) => kind === named)
}

/** The query without the parameters of modals. */
export function withoutModal(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  for (const name of modalParams) rest.delete(name)
  return rest
}

/** Path and query of the page under a modal, which closing navigates to. */
export function pageUnderModal(request: Request): string {
  const rest = withoutModal(new URL(request.url).searchParams)
  const path = pagePathOf(request)
  return rest.size === 0 ? path : `${path}?${rest.toString()}`
}
