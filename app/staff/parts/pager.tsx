import { useLocation } from '@remix-run/react'
import { Pager as SitePager } from '#app/ui/pager.tsx'
import styles from './pager.module.css'

export type PagerProps = {
  /** The list's data, as the API counts it. */
  list: { page: number; page_size: number; total: number }
  /** What is counted: 人, 条. */
  unit: string
}

/** Pagination of the list at this address, with its filters; of a single page how much it has. */
export function Pager({ list, unit }: PagerProps) {
  const { pathname, search } = useLocation()
  const hrefOf = (page: number) => {
    const query = new URLSearchParams(search)
    query.delete('done')
    query.set('page', String(page))
    return `${pathname.endsWith('/') ? pathname : `${pathname}/`}?${query.toString()}`
  }
  if (list.total > 0 && list.total <= list.page_size)
    return (
      <p className={`soft small ${styles.count}`}>
        共 {list.total} {unit}
      </p>
    )
  return (
    <SitePager page={list.page} pageSize={list.page_size} total={list.total} unit={unit} hrefOf={hrefOf} />
  )
}
