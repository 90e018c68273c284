import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { cities, cityOfSlug, type City } from '#server/contract/cities.ts'
import { districtOf } from '#server/contract/districts.ts'
import { chooseCityPath, cityPath, schoolListPath } from '#app/paths.ts'
import { cityOf } from '#app/city/position.ts'
import { siteOf, useCity } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { breadcrumbList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { cityTemplate } from '#app/seo/templates/city.ts'
import { Breadcrumbs, cityTrail } from '#app/ui/breadcrumbs.tsx'
import styles from './city.module.css'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(cityTemplate, { canonical: cityPath, ...siteOf(matches) })

/** The operating cities under their initials, in the order of the alphabet. */
const byInitials: City[] = ['B', 'D', 'F', 'G', 'H', 'S', 'Z'].flatMap((initials) =>
  cities.filter((city) => city.initials === initials),
)

/** The area that is listed beside the cities (specification section 3). */
const area = { city: cityOfSlug('shenzhen'), slug: 'dapeng' }

const here = { name: '选择城市' }

/** `/city/`. */
export function loader({ context, request }: LoaderFunctionArgs) {
  describePage(context, {
    things: (around) => [breadcrumbList(around, cityTrail(cityOf(request), here))],
  })
  return null
}

/** A press on a city leads to its home, which stores the choice. */
export default function CityPage() {
  const current = useCity()
  const district = area.city && districtOf(area.city.code, area.slug)
  return (
    <main id="main" className="wrap">
      <Breadcrumbs trail={cityTrail(current, here)} />
      <h1>选择城市</h1>
      <p className="soft">当前城市：{current.name}。选择后，各页面默认显示该城市的学校。</p>
      <ul className={styles.cities}>
        {byInitials.map((city) => (
          <li key={city.code}>
            <span className={styles.initials} aria-hidden="true">
              {city.initials}
            </span>
            <a href={chooseCityPath(city)} aria-current={city.code === current.code ? 'true' : undefined}>
              <strong>{city.name}</strong>
              <span lang="zh-Latn">{city.pinyin}</span>
            </a>
          </li>
        ))}
      </ul>
      {area.city && district ? (
        <section className="section" aria-labelledby="areas">
          <h2 id="areas">区域</h2>
          <ul className={styles.cities}>
            <li>
              <span className={styles.initials} aria-hidden="true">
                D
              </span>
              <a href={schoolListPath(area.city, area.slug)}>
                <strong>{district.name}</strong>
                <span>{area.city.name}</span>
              </a>
            </li>
          </ul>
        </section>
      ) : null}
    </main>
  )
}
