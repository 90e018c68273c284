import { gradePath, newsListPath, openDayPath, schoolListPath, topListPath } from '#app/paths.ts'
import { DeferredSection } from '#app/page-parts/deferred-section.tsx'
import { useHasPart, useSchoolWord } from '#app/root-data.ts'
import { FeeBars } from '#app/ui/fee-bars.tsx'
import { isCharted } from '#app/ui/is-charted.ts'
import { NewsCards } from '#app/articles/news-cards.tsx'
import { SchoolCards } from '#app/schools/school-card.tsx'
import { useChildOfLinks, useForChild } from '#app/child/use-child.ts'
import { SearchForm } from '#app/ui/search/search-form.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { Banners } from './banners.tsx'
import type { City } from '#server/contract/cities.ts'
import type { Term } from '#server/contract/vocabulary.ts'
import { childPath } from '#app/child/child-address.ts'
import { ChildFields } from '#app/child/child-fields.tsx'
import { RememberBox } from '#app/child/remember-box.tsx'
import { PostForm } from '#app/forms/post-form.tsx'
import styles from './home.module.css'
import type { HomeData } from './load-home.server.ts'
import { RankingPreview } from './ranking-preview.tsx'
import { StageLinks } from './stage-links.tsx'
import { CategoryLinks, categoryGroups, withSchools } from './category-links.tsx'
import { homeLead } from './home-lead.ts'
import { OpenDayLines } from './open-day-lines.tsx'

/** A city's home page, of what there is: search, links to lists, first schools, tuition; then ranking, open days and news. */
export function CityHome({ city, banners, categories, places, schools, ranking, openDays, news }: HomeData) {
  const { curricula, kinds } = categories
  const hasPart = useHasPart()
  const forChild = useForChild()
  const stages = withSchools(categories.stages)
  const groups = categoryGroups(categories, schools)
  const unpriced = schools.unknown.fee ?? 0
  const popular = [...withSchools(curricula).slice(0, 3), ...withSchools(kinds).slice(0, 2)]
  return (
    <main id="main" className={styles.page}>
      <div className={styles.hero}>
        <div className={`wrap ${styles.inner}`}>
          <div>
            <h1>{`在${city.name}，选一所合适的${useSchoolWord(city)}`}</h1>
            <p>{homeLead(schools)}</p>
            <SearchForm id="home-search" child={useChildOfLinks()} large />
            {popular.length === 0 ? null : (
              <p className={styles.popular}>
                直接看：
                {popular.map(({ value, label }) => (
                  <a key={value} href={forChild(schoolListPath(city, value))}>
                    {label}
                  </a>
                ))}
              </p>
            )}
            {places.length === 0 || !hasPart(city, 'child') ? null : (
              <ChildForm city={city} places={places} />
            )}
          </div>
          <Banners banners={banners} />
        </div>
      </div>
      <div className="wrap">
        {stages.length === 0 ? null : (
          <section className="section" aria-labelledby="stages">
            <SectionHeading id="stages" title="按学段找" href={gradePath(city)} more="各学段怎么选" />
            <StageLinks city={city} stages={stages} gaps={schools.stageGaps} />
          </section>
        )}
        {groups.length === 0 ? null : (
          <section className="section" aria-labelledby="words">
            <SectionHeading
              id="words"
              title={`按${groups.map(({ title }) => title).join('、')}找`}
              href={forChild(schoolListPath(city))}
              more="更多条件"
            />
            <CategoryLinks city={city} groups={groups} />
          </section>
        )}
        {schools.total === 0 ? null : (
          <section className="section" aria-labelledby="schools">
            <SectionHeading
              id="schools"
              title={`${city.name}学校${hasPart(city, 'ranked') ? '推荐' : ''}`}
              note={hasPart(city, 'ranked') ? undefined : '资料完整的在前。'}
              href={forChild(schoolListPath(city))}
            />
            <SchoolCards schools={schools.cards} tiles />
          </section>
        )}
        {isCharted(schools.total - unpriced, unpriced) ? (
          <section className="section" aria-labelledby="fees">
            <SectionHeading id="fees" title={`${city.name}读一年要多少学费`} />
            <div className="panel">
              <FeeBars city={city} values={schools.fees} total={schools.total} unknown={unpriced} />
            </div>
          </section>
        ) : null}
      </div>
      {hasPart(city, 'rankings') ? (
        <DeferredSection
          id="ranking"
          title={`${city.name}学校榜单`}
          href={forChild(topListPath(city))}
          more="看全部榜单"
          part={ranking}
          failed="榜单暂时没有加载出来。"
        >
          {(preview) => <RankingPreview ranking={preview} />}
        </DeferredSection>
      ) : null}
      {hasPart(city, 'open_days') ? (
        <DeferredSection
          id="open-days"
          title={`${city.name}近期开放日`}
          href={forChild(openDayPath(city))}
          more="开放日日历"
          part={openDays}
          failed="开放日暂时没有加载出来。"
        >
          {(items) => <OpenDayLines items={items} />}
        </DeferredSection>
      ) : null}
      {hasPart(city, 'news') ? (
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
      ) : null}
    </main>
  )
}

/** The form of a city's home page that leads to its schools as they are for one child. */
function ChildForm({ city, places }: { city: City; places: readonly Term[] }) {
  return (
    <PostForm className={`panel ${styles.child}`} action={childPath} aria-label="按孩子看">
      <input type="hidden" name="back" value={schoolListPath(city)} />
      <ChildFields child={{}} places={places} asksBudget />
      <RememberBox />
      <button className="button">看孩子能报的学校</button>
    </PostForm>
  )
}
