import { cityOfCode } from '#server/contract/cities.ts'
import type { FacetValue } from '#server/contract/schools/schools.ts'
import { schoolListPath } from '#app/paths.ts'
import styles from './popular-searches.module.css'

type Props = { cityTerms: readonly { cityCode: string; terms: readonly FacetValue[] }[] }

/** Links to each city's largest lists. */
export function PopularSearches({ cityTerms }: Props) {
  return (
    <section className="section" aria-labelledby="popular">
      <h2 id="popular">各城市有哪些学校</h2>
      <dl className={styles.cities}>
        {cityTerms.map(({ cityCode, terms }) => {
          const city = cityOfCode(cityCode)
          return city ? (
            <div key={cityCode} className="panel">
              <dt>
                <a href={schoolListPath(city)}>{city.name}学校</a>
              </dt>
              <dd>
                {terms.map(({ value, label, count }) => (
                  <a key={value} href={schoolListPath(city, value)}>
                    {label} <small>{count}</small>
                  </a>
                ))}
              </dd>
            </div>
          ) : null
        })}
      </dl>
    </section>
  )
}
