import { PageLink } from '#app/ui/page-link.tsx'
import styles from './pager.module.css'

type Props = {
  page: number
  pageSize: number
  total: number
  /** Whether the total is a lower bound. */
  totalIsFloor?: boolean
  /** What is counted: 所, 条, 位. */
  unit: string
  hrefOf: (page: number) => string
}

/** Page numbers to link: the first, the last, and those around the current one; undefined is a gap. */
function linkedPages(page: number, last: number): (number | undefined)[] {
  const pages = Array.from({ length: last }, (_, at) => at + 1).filter(
    (each) => each === 1 || each === last || Math.abs(each - page) <= 1,
  )
  return pages.flatMap((each, at) => (at > 0 && each - (pages[at - 1] ?? 0) > 1 ? [undefined, each] : [each]))
}

/** Pagination of a list, as links; nothing for a single page. */
export function Pager({ page, pageSize, total, totalIsFloor = false, unit, hrefOf }: Props) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const from = (page - 1) * pageSize + 1
  const to = Math.min(total, page * pageSize)
  if (last === 1 || from > total) return null
  return (
    <nav className={styles.pager} aria-label="分页">
      <p>{`第 ${from}–${to} ${unit}，共 ${total}${totalIsFloor ? '+' : ''} ${unit}`}</p>
      <ul>
        {page > 1 ? (
          <li>
            <PageLink to={hrefOf(page - 1)} rel="prev">
              上一页
            </PageLink>
          </li>
        ) : null}
        {linkedPages(page, last).map((each, at) => (
          <li key={each ?? `gap ${at}`}>
            {each === undefined ? (
              '…'
            ) : (
              <PageLink
                to={hrefOf(each)}
                aria-current={each === page ? 'page' : undefined}
                aria-label={`第 ${each} 页`}
              >
                {each}
              </PageLink>
            )}
          </li>
        ))}
        {page < last ? (
          <li>
            <PageLink to={hrefOf(page + 1)} rel="next">
              下一页
            </PageLink>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}
