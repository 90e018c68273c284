import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { cities, cityOfCode, cityOfSlug, type City } from '#server/contract/cities.ts'
import { codes, httpStatusOf } from '#server/contract/codes.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { districtOf } from '#server/contract/districts.ts'
import { locationFailure, notOperating } from '#server/contract/browser/location-messages.ts'
import { getLocation, getLocationService } from '#server/contract/browser/location.ts'
import { listCityCategories } from '#server/contract/schools/schools.ts'
import { actionApiFor, apiFor, orServiceUnavailable } from '#app/api/client.server.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { cityPath, schoolListPath } from '#app/paths.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import { pageInCity } from './page-in-city.ts'
import { referrerOf } from '#app/referrer.server.ts'
import { siteOf, useCity } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { breadcrumbList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { privateAfterAction, privateJson, privateHeaders } from '#app/visitor/private-page.server.ts'
import styles from './city.module.css'
import { Locate } from './locate.tsx'

/** Texts of the route `city`. */
export const cityTemplate: Template = {
  title: '选择城市_七城国际学校信息',
  keywords:
    '选择城市,深圳国际学校,广州国际学校,佛山国际学校,惠州国际学校,珠海国际学校,东莞国际学校,北京国际学校',
  description: '选择您所在的城市,查看深圳、广州、佛山、惠州、珠海、东莞和北京的国际学校。',
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(cityTemplate, { canonical: cityPath, ...siteOf(matches) })

type ListedCity = (typeof cities)[number]

/** The operating cities by initials in alphabetical order; without flatMap, which Chrome 64 lacks. */
const byInitials = new Array<ListedCity>().concat(
  ...['B', 'D', 'F', 'G', 'H', 'S', 'Z'].map((initials) =>
    cities.filter((city) => city.initials === initials),
  ),
)

/** The district that is listed beside the cities (specification section 3). */
const area = { city: cityOfSlug('shenzhen'), slug: 'dapeng' }

const pageName = { name: '选择城市' }

/** How long the page waits for the location service's name and for numbers of schools, in ms. */
const lookupTimeoutMs = 400

/** `/city/`: the city chooser; sends nothing about the visitor to others. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  describePage(context, {
    things: (around) => [breadcrumbList(around, cityBreadcrumbs(cityOf(request), pageName))],
  })
  const call = apiFor({ context, request, timeout: lookupTimeoutMs })
  const [service, counts] = await Promise.all([
    call(getLocationService, {}, { city: 'all' }).catch(() => undefined),
    call(listCityCategories, {}, { city: 'all' }).catch(() => undefined),
  ])
  const asksOthers = service?.ok === true && service.data.asks_others
  const { pathname = '', search = '' } = referrerOf(request) ?? {}
  const from = pathname + search
  return data(
    {
      asksOthers,
      schools: counts?.ok === true ? countsOf(counts.data) : {},
      ...(from === '' || from.length > 400 ? {} : { from }),
    },
    { headers: privateHeaders },
  )
}

/** Numbers of schools by the code of their city, and of the area that is listed beside the cities by its slug. */
function countsOf({ items }: DataOf<typeof listCityCategories>): Partial<Record<string, number>> {
  const own = items.find(({ city_code }) => city_code === area.city?.code)
  const inArea = own?.districts.find(({ value }) => value === area.slug)
  return {
    ...Object.fromEntries(items.map(({ city_code, total }) => [city_code, total])),
    ...(inArea && { [area.slug]: inArea.count }),
  }
}

/** 定位我的城市: locates the visitor by network address, which the maps service receives. */
export async function action({ context, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const reply = await orServiceUnavailable(actionApiFor(caller)(getLocation, {}, { city: 'all' }))
  if (reply.ok) {
    const city = cityOfCode(reply.data.city_code ?? '')
    return privateJson(city === undefined ? { message: notOperating } : { city: city.code })
  }
  const message =
    reply.code === codes.tooMany ? reply.message : `没能定位（${locationFailure}），请直接选城市`
  return privateJson({ message }, httpStatusOf(reply.code))
}

export const headers = privateAfterAction

/** Links lead to the same page in the chosen city, which stores the choice. */
export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function CityPage() {
  const current = useCity()
  const { asksOthers, from, schools } = useLoaderData<typeof loader>()
  const located = useActionData<typeof action>()
  const district = area.city && districtOf(area.city.code, area.slug)
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={cityBreadcrumbs(current, pageName)} />
      <Locate beside={<h1>选择城市</h1>} />
      <p className="soft">当前城市：{current.name}。选好后各页先显示该城市的学校。</p>
      {asksOthers || located !== undefined ? <LocateByNetwork located={located} from={from} /> : null}
      <ul className={styles.cities}>
        {byInitials.map((city) => (
          <li key={city.code}>
            <span className={styles.initials} aria-hidden="true">
              {city.initials}
            </span>
            {schools[city.code] === 0 ? (
              <p>
                <strong>{city.name}</strong>
                <Count schools={0} />
              </p>
            ) : (
              <a href={pageInCity(city, from)} aria-current={city.code === current.code ? 'true' : undefined}>
                <strong>{city.name}</strong>
                <Count schools={schools[city.code]} />
              </a>
            )}
          </li>
        ))}
      </ul>
      {area.city && district && schools[area.slug] !== 0 ? (
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
                <Count schools={schools[area.slug]} />
              </a>
            </li>
          </ul>
        </section>
      ) : null}
    </main>
  )
}

/** How many schools a city has; nothing when the number is not known. */
function Count({ schools }: { schools: number | undefined }) {
  return schools === undefined ? null : <span>{schools === 0 ? '暂无学校' : `${schools} 所学校`}</span>
}

type Located = { city: City['code'] } | { message: string }

/** Fallback form that locates by network address, without scripts and geolocation. */
function LocateByNetwork({ located, from }: { located: Located | undefined; from: string | undefined }) {
  const city = located !== undefined && 'city' in located ? cityOfCode(located.city) : undefined
  return (
    <PostForm action={cityPath} className={styles.network}>
      <button className="button quiet" type="submit">
        定位我的城市
      </button>
      <p className="soft">
        定位时，您的网络地址（IP）或约一公里精度的位置会交给腾讯位置服务，换算成城市；不点就不会交给任何人。
      </p>
      {located === undefined ? null : (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the page comes anew with it
        <p role="status">
          {city ? (
            <>
              您可能在{city.name}。<a href={pageInCity(city, from)}>看{city.name}的学校</a>
            </>
          ) : 'message' in located ? (
            located.message
          ) : null}
        </p>
      )}
    </PostForm>
  )
}
