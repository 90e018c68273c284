import { useLocation } from '@remix-run/react'
import { Pager as SitePager } from '#app/ui/pager.tsx'

type Props = {
  /** The list's data, as the API counts it. */
  list: { page: number; page_size: number; total: number }
  /** What is counted: 人, 条. */
  unit: string
}

/** Pagination of the list at this address, with its filters. */
export function Pager({ list, unit }: Props) {
  const { pathname, search } = useLocation()
  const hrefOf = (page: number) => {
    const query = new URLSearchParams(search)
    query.delete('done')
    query.set('page', String(page))
    return `${pathname.endsWith('/') ? pathname : `${pathname}/`}?${query.toString()}`
  }
  return (
    <SitePager page={list.page} pageSize={list.page_size} total={list.total} unit={unit} hrefOf={hrefOf} />
  )
}
