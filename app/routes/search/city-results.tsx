import { cityOfCode } from '#server/contract/cities.ts'
import type { SchoolCardView } from '#app/cards/school-card-view.ts'
import { SchoolCards } from '#app/cards/school-card.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'

type Props = {
  cityCode: string
  /** The city's own list of the same schools, with filters. */
  href: string
  cards: readonly SchoolCardView[]
  /** Absent when unknown. */
  total?: number
  /** How many cards are in the first viewport. */
  inSight: number
  /** Whether the results of another city say already that they are sample content. */
  isContinued: boolean
}

/** Search results in one city, linked to the city's own list with filters. */
export function CityResults({ cityCode, href, cards, total, inSight, isContinued }: Props) {
  const city = cityOfCode(cityCode)
  if (!city) return null
  return (
    <section className="section" aria-labelledby={`in-${city.pinyin}`}>
      <SectionHeading
        id={`in-${city.pinyin}`}
        title={total === undefined ? city.name : `${city.name} ${total} 所`}
        href={href}
        more={total === cards.length ? `在${city.name}的 ${total} 所里筛选` : '查看全部'}
      />
      <SchoolCards schools={cards} inSight={inSight} toggles="shared" isContinued={isContinued} />
    </section>
  )
}
