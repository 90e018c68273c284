import type { City } from '#server/contract/cities.ts'
import { contactPath } from '#app/paths.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { itemBreadcrumbs } from './open-day-breadcrumbs.ts'
import type { OpenDayView } from './open-day-view.ts'
import { OtherOpenDays } from './other-open-days.tsx'

type Props = { city: City; others: readonly OpenDayView[] }

/** The page of a withdrawn open day, with links to others. */
export function WithdrawnOpenDay({ city, others }: Props) {
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={itemBreadcrumbs(city, '已撤下')} />
      <h1>这场开放日已经撤下</h1>
      <p className="soft">
        不再接受预约。已经预约的家长请不要前往，有疑问请<a href={contactPath}>联系我们</a>。
      </p>
      <OtherOpenDays city={city} items={others} />
    </main>
  )
}
