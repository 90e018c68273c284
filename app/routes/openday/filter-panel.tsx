import { ChildLink } from '#app/child/child-link.tsx'
import type { City } from '#server/contract/cities.ts'
import type { openDayFacets } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { Icon } from '#app/ui/icon.tsx'
import { chosenTerms, facets, facetTitles, listHref, type Filters } from './filters.ts'
import styles from './filter-panel.module.css'

type Props = {
  city: City
  filters: Filters
  /** Terms with their numbers of open days; undefined when they could not be loaded. */
  terms: DataOf<typeof openDayFacets> | undefined
}

/** The disclosure of the filters on phones, 只看可预约, the chosen terms, each a link without itself, and 清除全部. */
export function FilterBar({ city, filters, terms }: Props) {
  const chosen = chosenTerms(filters, city)
  return (
    <>
      {terms === undefined ? null : (
        <details className={styles.toggle}>
          <summary className="word">
            <Icon name="filter" size={16} /> 筛选
          </summary>
        </details>
      )}
      <p className={styles.chosen}>
        <ChildLink
          className="word"
          href={listHref(city, { ...filters, onlyOpen: !filters.onlyOpen, page: 1 })}
          aria-current={filters.onlyOpen ? 'true' : undefined}
        >
          只看可预约
          {filters.onlyOpen ? <Removal /> : null}
        </ChildLink>
        {chosen.map(({ facet, label }) => (
          <ChildLink
            key={facet}
            className="word"
            href={listHref(city, { ...filters, [facet]: undefined, page: 1 })}
            aria-current="true"
          >
            {label}
            <Removal />
          </ChildLink>
        ))}
        {chosen.length + Number(filters.onlyOpen) < 2 ? null : (
          <ChildLink
            className="word"
            href={listHref(city, { month: filters.month, onlyOpen: false, page: 1 })}
          >
            清除全部
          </ChildLink>
        )}
      </p>
    </>
  )
}

function Removal() {
  return (
    <>
      <span className="vh">，去掉这个条件</span> <Icon name="close" size={14} />
    </>
  )
}

/** District, stage and kind of the schools as links, each with its number of open days. */
export function FilterPanel({ city, filters, terms }: Props) {
  if (terms === undefined) return null
  return (
    <nav className={styles.panel} aria-label="筛选">
      {facets.map((facet) =>
        terms[facet].length === 0 ? null : (
          <div key={facet} className={styles.facet}>
            <h2>{facetTitles[facet]}</h2>
            <p className="words">
              {terms[facet].map(({ value, label, count }) => {
                const isChosen = filters[facet] === value
                return (
                  <ChildLink
                    key={value}
                    className="word"
                    href={listHref(city, { ...filters, [facet]: isChosen ? undefined : value, page: 1 })}
                    aria-current={isChosen ? 'true' : undefined}
                  >
                    {label}
                    <small>{count}</small>
                  </ChildLink>
                )
              })}
            </p>
          </div>
        ),
      )}
    </nav>
  )
}
