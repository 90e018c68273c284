import type { City } from '#server/contract/cities.ts'
import type { FacetValue } from '#server/contract/schools/schools.ts'
import { feeBands } from '#server/contract/vocabulary.ts'
import { schoolListPath } from '#app/paths.ts'
import { Bar } from './bar.tsx'
import { isCharted, ofHowMany } from './is-charted.ts'
import styles from './fee-bars.module.css'

type Props = {
  city: City
  /** The path term of the list that the counts are of. */
  word?: string
  /** Schools per band of yearly tuition. */
  values: readonly FacetValue[]
  /** How many schools the list has, and of how many of them the tuition is not known. */
  total: number
  unknown: number
}

/**
 * Histogram of yearly tuition from the first to the last band with schools, each linked to them, and of how many schools it
 * speaks; the latter alone where that are few, and nothing where there is none.
 */
export function FeeBars({ city, word, values, total, unknown }: Props) {
  const bands = feeBands.map((band) => ({
    ...band,
    count: values.find(({ value }) => value === band.slug)?.count ?? 0,
  }))
  const maxCount = Math.max(...bands.map(({ count }) => count))
  const first = bands.findIndex(({ count }) => count > 0)
  const last = bands.map(({ count }) => count > 0).lastIndexOf(true)
  if (maxCount === 0) return null
  const known = total - unknown
  const told = `${ofHowMany(known, unknown)}查得到学费`
  if (!isCharted(known, unknown)) return <p className="soft small">{told}。</p>
  return (
    <>
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
      <p className="soft small">{`${told}；跨两档的学校，两档都算。`}</p>
    </>
  )
}
