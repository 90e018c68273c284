import type { City } from '#server/contract/cities.ts'
import type { FacetValue } from '#server/contract/schools.ts'
import { stages, type Stage } from '#server/contract/vocabulary.ts'
import { schoolListPath } from '#app/paths.ts'
import type { SchoolCardView } from '#app/cards/school-card-view.ts'
import { FeeBars } from '#app/ui/fee-bars.tsx'
import { SchoolCards } from '#app/cards/school-card.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { stageChoices } from './stage-choices.ts'
import styles from './stage-section.module.css'

type Props = {
  city: City
  stage: Stage
  total: number
  /** Schools per band of yearly tuition. */
  fees: readonly FacetValue[]
  /** The first schools of the stage's list. */
  schools: readonly SchoolCardView[]
  /** Whether an earlier stage says already that its schools are sample content. */
  isContinued: boolean
}

/** Section of one stage in a city: options, tuition, first schools. */
export function StageSection({ city, stage, total, fees, schools, isContinued }: Props) {
  const label = stages.find(({ slug }) => slug === stage)?.label ?? stage
  const { ages, options, questions } = stageChoices[stage]
  return (
    <section className="section" aria-labelledby={stage}>
      <SectionHeading
        id={stage}
        title={`${label} ${total} 所`}
        href={schoolListPath(city, stage)}
        more={`${city.name}${label}学校`}
      />
      <div className={styles.facts}>
        <div>
          <p className="soft">{ages}</p>
          <p>{options}</p>
          <p>{questions}</p>
        </div>
        <div className="panel">
          <h3>一年学费</h3>
          <FeeBars city={city} word={stage} values={fees} />
          <p className="soft small">跨两档的学校，两档都算。</p>
        </div>
      </div>
      {schools.length === 0 ? (
        <p className="soft">
          {city.name}暂无收录{label}学校。
        </p>
      ) : (
        <SchoolCards schools={schools} tiles isContinued={isContinued} />
      )}
    </section>
  )
}
