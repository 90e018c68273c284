import type { City } from '#server/contract/cities.ts'
import type { FacetValue } from '#server/contract/schools/schools.ts'
import { stages, type Stage } from '#server/contract/vocabulary.ts'
import { schoolListPath } from '#app/paths.ts'
import type { SchoolCardView } from '#app/schools/school-card-view.ts'
import { FeeBars } from '#app/ui/fee-bars.tsx'
import { SchoolCards } from '#app/schools/school-card.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { stageChoices } from './stage-choices.ts'
import styles from './stage-section.module.css'

type Props = {
  city: City
  stage: Stage
  total: number
  /** Schools per band of yearly tuition. */
  fees: readonly FacetValue[]
  /** Of how many schools it is not known. */
  unpriced: number
  /** The first schools of the stage's list. */
  schools: readonly SchoolCardView[]
  /** Whether an earlier stage says already that its schools are sample content. */
  isContinued: boolean
}

/** Section of one stage in a city: options, tuition, first schools. */
export function StageSection({ city, stage, total, fees, unpriced, schools, isContinued }: Props) {
  const label = stages.find(({ slug }) => slug === stage)?.label ?? stage
  const { ages, options, questions } = stageChoices[stage]
  return (
    <section className="section" aria-labelledby={stage}>
      <SectionHeading
        id={stage}
        title={`${label}（${ages}）${total}\u00a0所`}
        href={schoolListPath(city, stage)}
        more={`看全部 ${total} 所`}
      />
      <div className={styles.advice}>
        <p>{options}</p>
        <p>{questions}</p>
      </div>
      {total === unpriced ? null : (
        <div className="panel">
          <h3>{`${label}一年学费`}</h3>
          <FeeBars city={city} word={stage} values={fees} total={total} unknown={unpriced} />
        </div>
      )}
      <SchoolCards schools={schools} tiles isContinued={isContinued} />
    </section>
  )
}
