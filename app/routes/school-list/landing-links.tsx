import type { City } from '#server/contract/cities.ts'
import { schoolFacets } from '#server/contract/schools/facets.ts'
import { schoolListPath } from '#app/paths.ts'
import { PageLink } from '#app/ui/page-link.tsx'
import type { FacetCounts } from './facet-counts.ts'
import { termsOf } from './filters.ts'
import styles from './landing-links.module.css'

type Props = { city: City; counts: FacetCounts }

const linked = ['district', 'stage', 'kind', 'curriculum'] as const

/** Links to a city's lists of one term. */
export function LandingLinks({ city, counts }: Props) {
  return (
    <nav className="section" aria-labelledby="landing-links">
      <h2 id="landing-links">换个方式看{city.name}学校</h2>
      <dl className={styles.links}>
        {linked.map((facet) => {
          const terms = termsOf(facet, city.code).filter(({ slug }) => slug in counts[facet])
          return terms.length === 0 ? null : (
            <div key={facet}>
              <dt>{schoolFacets[facet].title}</dt>
              <dd>
                {terms.map(({ slug, label }) => (
                  <PageLink key={slug} to={schoolListPath(city, slug)}>
                    {label}
                  </PageLink>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
    </nav>
  )
}
