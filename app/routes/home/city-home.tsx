import { gradePath, newsListPath, openDayPath, schoolListPath, topListPath } from '#app/paths.ts'
import { DeferredSection } from '#app/page-parts/deferred-section.tsx'
import { FeeBars } from '#app/ui/fee-bars.tsx'
import { NewsCards } from '#app/cards/news-cards.tsx'
import { SchoolCards } from '#app/cards/school-card.tsx'
import { SearchForm } from '#app/ui/search/search-form.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { Banners } from './banners.tsx'
import styles from './home.module.css'
import type { HomeData } from './load-home.server.ts'
import { OpenDayLines } from './open-day-lines.tsx'
import { RankingPreview } from './ranking-preview.tsx'
import { StageLinks } from './stage-links.tsx'
import { CategoryLinks, withSchools } from './category-links.tsx'

/** A city's home page: search, links to lists, first schools, tuition; then ranking, open days and news. */
export function CityHome({ city, banners, categories, schools, ranking, openDays, news }: HomeData) {
  const { curricula, kinds } = categories
  const popular = [...withSchools(curricula).slice(0, 3), ...withSchools(kinds).slice(0, 2)]
  return (
    <main id="main" className={styles.page}>
      <div className={styles.hero}>
        <div className={`wrap ${styles.inner}`}>
          <div>
            <h1>在{city.name}，选一所合适的国际学校</h1>
            <p>{schools.total} 所学校的学费、课程、师资和招生，一页比清楚。</p>
            <SearchForm id="home-search" large />
            {popular.length === 0 ? null : (
              <p className={styles.popular}>
                直接看：
                {popular.map(({ value, label }) => (
                  <a key={value} href={schoolListPath(city, value)}>
                    {label}
                  </a>
                ))}
              </p>
            )}
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
          <CategoryLinks city={city} categories={categories} />
        </section>
        <section className="section" aria-labelledby="schools">
          <SectionHeading id="schools" title={`${city.name}学校推荐`} href={schoolListPath(city)} />
          <SchoolCards schools={schools.cards} tiles />
        </section>
        <section className="section" aria-labelledby="fees">
          <SectionHeading
            id="fees"
            title={`${city.name}读一年要多少学费`}
            note="按学校公布的学费统计；学费跨两档的学校，两档都算。"
          />
          <div className="panel">
            <FeeBars city={city} values={schools.fees} />
          </div>
        </section>
      </div>
      <DeferredSection
        id="ranking"
        title={`${city.name}学校榜单`}
        href={topListPath(city)}
        more="看全部榜单"
        part={ranking}
        failed="榜单暂时没有加载出来。"
      >
        {(preview) => <RankingPreview ranking={preview} />}
      </DeferredSection>
      <DeferredSection
        id="open-days"
        title={`${city.name}近期开放日`}
        href={openDayPath(city)}
        more="开放日日历"
        part={openDays}
        failed="开放日暂时没有加载出来。"
      >
        {(items) => <OpenDayLines items={items} />}
      </DeferredSection>
      <DeferredSection
        id="news"
        title={`${city.name}择校资讯`}
        href={newsListPath(city)}
        more="全部资讯"
        part={news}
        failed="资讯暂时没有加载出来。"
      >
        {(items) =>
          items.length === 0 ? <p className="soft">暂无资讯。</p> : <NewsCards city={city} items={items} />
        }
      </DeferredSection>
    </main>
  )
}
