import { areSample, type SchoolCardView } from '#app/schools/school-card-view.ts'
import { SchoolCards } from '#app/schools/school-card.tsx'
import type { ChildQuery } from '#server/contract/child/child-query.ts'

type Props = {
  misses: readonly SchoolCardView[]
  /** The schools of the list itself. */
  found: readonly SchoolCardView[]
  child: ChildQuery
}

/** Schools that miss one condition of a list with few schools or none, each with that condition. */
export function NearMisses({ misses, found, child }: Props) {
  if (misses.length === 0) return null
  return (
    <section className="section" aria-labelledby="near-misses">
      <h2 id="near-misses">只差一条的学校</h2>
      <SchoolCards
        schools={misses}
        child={child}
        toggles={found.length === 0 ? 'own' : 'shared'}
        isContinued={areSample(found)}
      />
    </section>
  )
}
