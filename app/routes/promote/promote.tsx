import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { City } from '#server/contract/cities.ts'
import { requireCity } from '#app/city/redirects.ts'
import { orderPath, promotePath, schoolListPath, topListPath } from '#app/paths.ts'
import { siteOf, useHasAdvisors, useHasPart } from '#app/root-data.ts'
import { Notice } from '#app/ui/notice.tsx'
import { pageMeta } from '#app/seo/page-meta.ts'
import { citySearchTerms, type Template } from '#app/seo/template.ts'
import { breadcrumbList, schoolList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { SchoolCards } from '#app/schools/school-card.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { loadPromotions } from './load-promotions.server.ts'
import { Promotion } from './promotion.tsx'
import styles from './promotion.module.css'

/** Texts of the route `promote`. */
export const promoteTemplate: Template = {
  title: '{year}{city}国际学校推荐_招生季专题',
  keywords: `${citySearchTerms},{extra1}`,
  description: '{year}{city}招生季专题{extra2}。',
}

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) =>
  pageMeta(promoteTemplate, {
    values: {
      city: found?.city.name,
      extra1: found?.names.join(','),
      extra2: found && found.promotions.length > 0 ? `:${found.names.slice(0, 3).join('、')}等学校` : '',
    },
    canonical: found && found.promotions.length > 0 ? promotePath(found.city) : undefined,
    ...siteOf(matches),
  })

const headingOf = (city: City) => `${city.name}招生季推荐`
const breadcrumbsOf = (city: City) => cityBreadcrumbs(city, { name: '招生季推荐' })

/** `/promote/` and `/promote/{city}/`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { city, headers } = requireCity({ context, request }, params.city, promotePath)
  const { updated, ...page } = await loadPromotions({ context, request }, city)
  describePage(context, {
    things: (around) => [
      breadcrumbList(around, breadcrumbsOf(city)),
      schoolList(around, { name: `${city.name}的学校`, schools: page.schools }),
    ],
    dates: { path: promotePath(city), title: headingOf(city), updated },
  })
  return data({ city, ...page }, { headers })
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function PromotePage() {
  const { city, promotions, schools } = useLoaderData<typeof loader>()
  const hasPart = useHasPart()
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={breadcrumbsOf(city)} />
      <h1>{headingOf(city)}</h1>
      {promotions.length === 0 ? (
        <Notice>
          {city.name}暂无招生季专题。可以先<a href={schoolListPath(city)}>看{city.name}的学校</a>。
        </Notice>
      ) : (
        <p className="soft">付费内容一律标“广告”，不影响榜单与列表的顺序。</p>
      )}
      <div className={styles.promotions}>
        {promotions.map((promotion, at) => (
          <Promotion key={promotion.slug} {...promotion} inSight={at === 0} />
        ))}
      </div>
      {schools.length === 0 ? null : (
        <section className="section" aria-labelledby="schools">
          <SectionHeading
            id="schools"
            title={`${city.name}的学校`}
            note={`${hasPart(city, 'ranked') ? '按“推荐”排序：编辑排的先后' : '资料完整的在前'}，对所有人一样，没有学校为此付费。`}
            href={schoolListPath(city)}
            more="全部学校（含暂停招生）"
          />
          <SchoolCards schools={schools} tiles />
        </section>
      )}
      {useHasAdvisors() ? (
        <section className="section panel" aria-labelledby="ask">
          <h2 id="ask">不知道先看哪所？</h2>
          <p className="soft">说说孩子的年级、方向和预算，本站的工作人员联系您，帮您挑学校。</p>
          <p className={`words ${styles.ways}`}>
            <a className="button" href={orderPath({ orderType: 'consult' })}>
              预约择校咨询
            </a>
            {hasPart(city, 'rankings') ? (
              <a className="word" href={topListPath(city)}>
                先看{city.name}榜单
              </a>
            ) : null}
          </p>
        </section>
      ) : null}
    </main>
  )
}
