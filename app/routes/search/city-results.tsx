import type { SchoolCardView } from '#app/schools/school-card-view.ts'
import { SchoolCards } from '#app/schools/school-card.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import type { CityHeading } from './city-heading.server.ts'

type Props = {
  heading: CityHeading
  cards: readonly SchoolCardView[]
  /** How many cards are in the first viewport. */
  inSight: number
  /** Whether the results of another city say already that they are sample content. */
  isContinued: boolean
}

/** Search results in one city, linked to the city's own list with filters. */
export function CityResults({ heading, cards, inSight, isContinued }: Props) {
  return (
    <section className="section" aria-labelledby={heading.id}>
      <SectionHeading {...heading} />
      <SchoolCards schools={cards} inSight={inSight} toggles="shared" isContinued={isContinued} />
    </section>
  )
}
