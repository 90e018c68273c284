import type { City } from '#server/contract/cities.ts'
import type { FacetValue } from '#server/contract/schools.ts'
import type { FacetName } from '#server/contract/vocabulary.ts'
import { schoolListPath } from '#app/paths.ts'
import { facetTitles } from './filters.ts'
import styles from './landing-links.module.css'

type Props = { city: City; facets: Partial<Record<FacetName, readonly FacetValue[]>> }

const linked = ['district', 'stage', 'kind', 'curriculum'] as const

/** The lists of single words that a city has schools for. */
export function LandingLinks({ city, facets }: Props) {
  return (
    <nav className="section" aria-labelledby="landing-links">
      <h2 id="landing-links">换个方式看{city.name}学校</h2>
      <dl className={styles.links}>
        {linked.map((facet) => {
          const values = (facets[facet] ?? []).filter(({ count }) => count > 0)
          return values.length === 0 ? null : (
            <div key={facet}>
              <dt>{facetTitles[facet]}</dt>
              <dd>
                {values.map(({ value, label }) => (
                  <a key={value} href={schoolListPath(city, value)}>
                    {label}
                  </a>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
    </nav>
  )
}
