import { cityOfCode } from '#server/contract/cities.ts'
import type { QueryWord } from '#server/contract/query-words.ts'
import type { SchoolCardData } from '#server/contract/schools.ts'
import { schoolListPath } from '#app/paths.ts'
import { SchoolCards } from '#app/ui/school-card.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'

type Props = {
  cityCode: string
  /** Whether it is the visitor's own city, of which more is shown. */
  isCurrent: boolean
  q: string
  /** The known word that the text stands for in the visitor's city. */
  word: QueryWord | undefined
  items: readonly SchoolCardData[]
  /** Known for the visitor's own city only. */
  total: number | undefined
}

/** What a search found in one city, with the way to the city's own list, which can be narrowed. */
export function CityResults({ cityCode, isCurrent, q, word, items, total }: Props) {
  const city = cityOfCode(cityCode)
  if (!city) return null
  const shown = items.slice(0, isCurrent ? 10 : 4)
  const count = total ?? items.length
  return (
    <section className="section" aria-labelledby={`in-${city.pinyin}`}>
      <SectionHeading
        id={`in-${city.pinyin}`}
        title={isCurrent ? `${city.name} ${count} 所` : city.name}
        href={schoolListPath(city, isCurrent ? (word?.slug ?? q) : q)}
        more={count > shown.length ? '查看全部' : '按条件筛选'}
      />
      <SchoolCards schools={shown} />
    </section>
  )
}
