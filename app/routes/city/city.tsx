import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { cities, cityOfCode, cityOfSlug, type City } from '#server/contract/cities.ts'
import { districtOf } from '#server/contract/districts.ts'
import { getLocation } from '#server/contract/location.ts'
import { apiFor } from '#app/api/client.server.ts'
import { cityPath, schoolListPath } from '#app/paths.ts'
import { cityOf } from '#app/city/position.ts'
import { samePageIn } from '#app/city/same-page.ts'
import { pageBefore } from '#app/city/page-before.server.ts'
import { siteOf, useCity } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { breadcrumbList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { cityTemplate } from '#app/seo/templates/city.ts'
import { Breadcrumbs, cityTrail } from '#app/ui/breadcrumbs.tsx'
import { privateHeaders } from '#app/visitor/private-page.server.ts'
import styles from './city.module.css'
import { Locate } from './locate.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(cityTemplate, { canonical: cityPath, ...siteOf(matches) })

/** The operating cities under their initials, in the order of the alphabet; Chrome 64 has no flatMap. */
const byInitials: City[] = new Array<City>().concat(
  ...['B', 'D', 'F', 'G', 'H', 'S', 'Z'].map((initials) =>
    cities.filter((city) => city.initials === initials),
  ),
)

/** The area that is listed beside the cities (specification section 3). */
const area = { city: cityOfSlug('shenzhen'), slug: 'dapeng' }

const pageName = { name: '选择城市' }

/** So long the page waits to learn where the visitor may be, in ms. */
const patience = 400

/** `/city/`: proposes the city of the visitor's network address where a maps service is configured. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  describePage(context, {
    things: (around) => [breadcrumbList(around, cityTrail(cityOf(request), pageName))],
  })
  const reply = await apiFor({ context, request, timeout: patience })(getLocation, {}, { city: 'all' }).catch(
    () => undefined,
  )
  const code = reply?.ok === true ? reply.data.city_code : undefined
  const from = pageBefore(request)
  return data(
    { ...(code === undefined ? {} : { code }), ...(from === undefined ? {} : { from }) },
    { headers: privateHeaders },
  )
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** A press on a city leads to the page that the visitor came from, as that city has it; it stores the choice. */
export default function CityPage() {
  const current = useCity()
  const { code = '', from } = useLoaderData<typeof loader>()
  const here = cityOfCode(code)
  const district = area.city && districtOf(area.city.code, area.slug)
  return (
    <main id="main" className="wrap">
      <Breadcrumbs trail={cityTrail(current, pageName)} />
      <Locate beside={<h1>选择城市</h1>} />
      <p className="soft">当前城市：{current.name}。选择后，各页面默认显示该城市的学校。</p>
      {here === undefined || here.code === current.code ? null : (
        <p className={styles.here}>
          您可能在{here.name}：<a href={samePageIn(here, from)}>看{here.name}的学校</a>
        </p>
      )}
      <ul className={styles.cities}>
        {byInitials.map((city) => (
          <li key={city.code}>
            <span className={styles.initials} aria-hidden="true">
              {city.initials}
            </span>
            <a href={samePageIn(city, from)} aria-current={city.code === current.code ? 'true' : undefined}>
              <strong>{city.name}</strong>
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
