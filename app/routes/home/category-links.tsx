import type { City } from '#server/contract/cities.ts'
import type { listCategories } from '#server/contract/schools/schools.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { gapLabel } from '#server/contract/not-known.ts'
import type { FacetName } from '#server/contract/schools/facets.ts'
import { useForChild } from '#app/child/use-child.ts'
import { schoolListPath } from '#app/paths.ts'
import styles from './category-links.module.css'

type Categories = DataOf<typeof listCategories>

/** Links of one facet, of how many schools it counts as not known, and of how many of these it is past its life. */
type CategoryGroup = {
  facet: FacetName
  title: string
  values: Categories['kinds']
  unknown: number | undefined
  stale: number | undefined
}

/** The values that schools of the city have: a link to any other leads to an empty list. */
export function withSchools(values: Categories['kinds']): Categories['kinds'] {
  return values.filter(({ count }) => count > 0)
}

/** The groups that have something: those of a city's districts, curricula and kinds. */
export function categoryGroups(
  { districts, curricula, kinds }: Categories,
  { unknown, stale }: Record<'unknown' | 'stale', Partial<Record<FacetName, number>>>,
): CategoryGroup[] {
  const groups = [
    { facet: 'district', title: '区域', values: withSchools(districts) },
    { facet: 'curriculum', title: '课程', values: withSchools(curricula) },
    { facet: 'kind', title: '类型', values: withSchools(kinds) },
  ] as const
  return groups
    .filter(({ values }) => values.length > 0)
    .map((group) => ({ ...group, unknown: unknown[group.facet], stale: stale[group.facet] }))
}

/** Links to the lists of a city's terms with counts, and to the schools of which nothing is known of a group. */
export function CategoryLinks({ city, groups }: { city: City; groups: readonly CategoryGroup[] }) {
  const forChild = useForChild()
  return (
    <div className="panel">
      {groups.map(({ facet, title, values, unknown, stale }) => (
        <div className={styles.group} key={title}>
          <h3>{title}</h3>
          <p className="words">
            {values.map(({ value, label, count }) => (
              <a className="word" key={value} href={forChild(schoolListPath(city, value))}>
                {label}
                <small>{count}</small>
              </a>
            ))}
            {unknown === undefined ? null : (
              <a className="word" href={`${schoolListPath(city)}?unknown=${facet}`} rel="nofollow">
                {gapLabel(stale)}
                <small>{unknown}</small>
              </a>
            )}
          </p>
        </div>
      ))}
    </div>
  )
}
