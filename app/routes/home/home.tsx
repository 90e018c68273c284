import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Await, useLoaderData } from '@remix-run/react'
import { Suspense } from 'react'
import { listBanners, listRankings } from '#server/contract/content.ts'
import { listCategories, listSchools } from '#server/contract/schools.ts'
import { apiFor } from '#app/api/client.server.ts'
import { need } from '#app/api/need.ts'
import { partOf } from '#app/api/part-of.server.ts'
import { requireCity } from '#app/city/redirects.ts'
import { Banners } from './banners.tsx'
import { lateRanking } from './late-ranking.server.ts'
import { RankingPreview } from './ranking-preview.tsx'
import { StageLinks } from './stage-links.tsx'
import { WordLinks } from './word-links.tsx'
import { gradePath, homePath, schoolListPath, topListPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { cardView } from '#app/ui/card-view.ts'
import { FeeBars } from '#app/ui/fee-bars.tsx'
import { SchoolCards } from '#app/ui/school-card.tsx'
import { SearchForm } from '#app/ui/search-form.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import styles from './home.module.css'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta('home', {
    values: { city: data?.city.name },
    canonical: data ? homePath(data.city) : undefined,
    ...siteOf(matches),
  })

/** `/` and `/{city}/`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { city, headers } = requireCity(request, params.home, homePath)
  const api = apiFor({ context, request })
  const at = { city: city.code }
  const ranking = lateRanking(api(listRankings, { page_size: 1 }, at), { context, request })
  const [banners, categories, schools] = await Promise.all([
    partOf(api(listBanners, { place: 'home' }, at), { context, request }),
    api(listCategories, {}, at).then(need),
    api(listSchools, { page_size: 6 }, at).then(need),
  ])
  const cards = schools.items.map((school) => cardView(school))
  const { total, facets } = schools
  return data(
    { city, banners: banners ?? [], categories, schools: { total, cards, fees: facets.fee }, ranking },
    { headers },
  )
}

export default function HomePage() {
  const { city, banners, categories, schools, ranking } = useLoaderData<typeof loader>()
  return (
    <main id="main" className={styles.page}>
      <div className={styles.hero}>
        <div className={`wrap ${styles.inner}`}>
          <div>
            <h1>{city.name}国际学校择校</h1>
            <p>{schools.total} 所学校的学费、课程、师资与招生，同一张表格，一页看清。</p>
            <SearchForm id="home-search" large />
            <p className={styles.popular}>
              常看：
              {[...categories.curricula.slice(0, 3), ...categories.kinds.slice(0, 2)].map(
                ({ value, label }) => (
                  <a key={value} href={schoolListPath(city, value)}>
                    {label}
                  </a>
                ),
              )}
            </p>
          </div>
          <Banners banners={banners} />
        </div>
      </div>
      <div className="wrap">
        <section className="section" aria-labelledby="stages">
          <SectionHeading id="stages" title="按学段找" href={gradePath(city)} more="各学段怎么选" />
          <StageLinks city={city} stages={categories.stages} />
        </section>
        <section className="section" aria-labelledby="words">
          <SectionHeading
            id="words"
            title="按区域、课程和类型找"
            href={schoolListPath(city)}
            more="更多条件"
          />
          <WordLinks city={city} categories={categories} />
        </section>
        <section className="section" aria-labelledby="schools">
          <SectionHeading id="schools" title={`${city.name}学校推荐`} href={schoolListPath(city)} />
          <SchoolCards schools={schools.cards} tiles />
        </section>
        <section className="section" aria-labelledby="fees">
          <SectionHeading
            id="fees"
            title={`${city.name}学校一年要多少学费`}
            note="按学校公布的学费统计，跨区间的学校会重复计算。"
          />
          <div className="panel">
            <FeeBars city={city} values={schools.fees} />
          </div>
        </section>
      </div>
      <Suspense fallback={<p className="wrap fallback">正在读取榜单…</p>}>
        <Await resolve={ranking}>
          {(preview) => (
            <section className="wrap section" aria-labelledby="ranking">
              <SectionHeading
                id="ranking"
                title={`${city.name}学校榜单`}
                href={topListPath(city)}
                more="看全部榜单"
              />
              <RankingPreview ranking={preview} />
            </section>
          )}
        </Await>
      </Suspense>
    </main>
  )
}
