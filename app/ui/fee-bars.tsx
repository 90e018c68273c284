import type { City } from '#server/contract/cities.ts'
import type { FacetValue } from '#server/contract/schools/schools.ts'
import { feeBands } from '#server/contract/vocabulary.ts'
import { schoolListPath } from '#app/paths.ts'
import { Bar } from './bar.tsx'
import styles from './fee-bars.module.css'

type Props = {
  city: City
  /** The path term of the list that the counts are of. */
  word?: string
  /** Schools per band of yearly tuition. */
  values: readonly FacetValue[]
}

/** Histogram of yearly tuition from the first to the last band with schools, each linked to them. */
export function FeeBars({ city, word, values }: Props) {
  const bands = feeBands.map((band) => ({
    ...band,
    count: values.find(({ value }) => value === band.slug)?.count ?? 0,
  }))
  const maxCount = Math.max(...bands.map(({ count }) => count))
  const first = bands.findIndex(({ count }) => count > 0)
  const last = bands.map(({ count }) => count > 0).lastIndexOf(true)
  if (maxCount === 0) return <p className="soft small">学校没有公布学费。</p>
  return (
    <ul className={styles.bands}>
      {bands.slice(first, last + 1).map(({ slug, label, min, max, count }) => {
        const limits = new URLSearchParams({
          ...(min === 0 ? {} : { fee_min: String(min) }),
          ...(max === undefined ? {} : { fee_max: String(max) }),
        })
        return (
          <li key={slug}>
            {count === 0 ? (
              <span>{label}</span>
            ) : (
              <a href={`${schoolListPath(city, word)}?${limits.toString()}`}>{label}</a>
            )}
            <Bar share={count / maxCount} />
            <span>{count} 所</span>
          </li>
        )
      })}
    </ul>
  )
}
