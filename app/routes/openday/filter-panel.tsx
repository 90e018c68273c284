import { ChildLink } from '#app/child/child-link.tsx'
import type { City } from '#server/contract/cities.ts'
import type { openDayFacets } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { Icon } from '#app/ui/icon.tsx'
import { chosenTerms, facets, facetTitles, listHref, withTerm, type Facet, type Filters } from './filters.ts'
import styles from './filter-panel.module.css'

type Props = {
  city: City
  filters: Filters
  /** Terms with their numbers of open days; undefined when they could not be loaded. */
  terms: DataOf<typeof openDayFacets> | undefined
}

/** Terms that stand beside the disclosure while they are not chosen: when a family has time, and where its child may enter. */
const quickTerms: readonly (readonly [facet: Facet, term: string])[] = [
  ['within', 'weekend'],
  ['within', 'fortnight'],
  ['eligible', 'yes'],
]

/**
 * The disclosure of the filters on phones, 只看可预约, the days and the child with their numbers, the chosen terms, each a link
 * without itself, and 清除全部.
 */
export function FilterBar({ city, filters, terms }: Props) {
  const chosen = chosenTerms(filters, city)
  const quick = quickTerms.flatMap(([facet, slug]) => {
    const term = terms?.[facet]?.find(({ value }) => value === slug && value !== filters[facet])
    return term === undefined ? [] : [{ facet, ...term }]
  })
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
        {quick.map(({ facet, value, label, count }) => (
          <ChildLink
            key={`${facet} ${value}`}
            className="word"
            href={listHref(city, withTerm(filters, facet, value))}
          >
            {label}
            <small>{count}</small>
          </ChildLink>
        ))}
        {chosen.map(({ facet, label }) => (
          <ChildLink
            key={facet}
            className="word"
            href={listHref(city, withTerm(filters, facet, undefined))}
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

/** Days, and whether the child may enter, district, stage and kind of the schools as links, each with its number of open days. */
export function FilterPanel({ city, filters, terms }: Props) {
  if (terms === undefined) return null
  return (
    <nav className={styles.panel} aria-label="筛选">
      {facets.map((facet) => {
        const of = terms[facet] ?? []
        return of.length === 0 ? null : (
          <div key={facet} className={styles.facet}>
            <h2>{facetTitles[facet]}</h2>
            <p className="words">
              {of.map(({ value, label, count }) => {
                const isChosen = filters[facet] === value
                return (
                  <ChildLink
                    key={value}
                    className="word"
                    href={listHref(city, withTerm(filters, facet, isChosen ? undefined : value))}
                    aria-current={isChosen ? 'true' : undefined}
                  >
                    {label}
                    <small>{count}</small>
                  </ChildLink>
                )
              })}
            </p>
          </div>
        )
      })}
    </nav>
  )
}
