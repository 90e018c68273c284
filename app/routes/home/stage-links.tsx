import type { City } from '#server/contract/cities.ts'
import type { FacetValue } from '#server/contract/schools/schools.ts'
import { useForChild } from '#app/child/use-child.ts'
import { schoolListPath } from '#app/paths.ts'
import styles from './stage-links.module.css'

/** An SVG drawing for each stage, 32 × 32: blocks, pencil, open book, cap. */
const drawings: Record<string, string> = {
  kindergarten: 'M4 17h11v11H4zM17 17h11v11H17zM10.5 4h11v11h-11z',
  primary: 'M21 5l6 6L12 26l-7.5 1.5L6 20zM17.5 8.5l6 6',
  middle: 'M16 9C12.5 6.5 8 6 4 6.5v18c4-.5 8.5 0 12 2.5 3.5-2.5 8-3 12-2.5v-18c-4-.5-8.5 0-12 2.5zM16 9v18',
  high: 'M2 13l14-6 14 6-14 6zM8 16v7c4.5 3.5 11.5 3.5 16 0v-7M30 13v9',
}

type Props = {
  city: City
  /** The stages that schools have. */
  stages: readonly FacetValue[]
  /** Of how many schools the stages count as not known, in words. */
  gaps: string | undefined
}

/** Links to the stages of a city with counts, and to the schools whose stages are not known. */
export function StageLinks({ city, stages, gaps }: Props) {
  const forChild = useForChild()
  return (
    <>
      <ul className={styles.stages}>
        {stages.map(({ value, label, count }) => (
          <li key={value}>
            <a href={forChild(schoolListPath(city, value))}>
              <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
                <path d={drawings[value] ?? ''} />
              </svg>
              <strong>{label}</strong>
              <span>{count} 所学校</span>
            </a>
          </li>
        ))}
      </ul>
      {gaps === undefined ? null : (
        <p className={`small ${styles.rest}`}>
          <a href={`${schoolListPath(city)}?unknown=stage`} rel="nofollow">{`另有 ${gaps}`}</a>
        </p>
      )}
    </>
  )
}
