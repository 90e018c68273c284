import type { City } from '#server/contract/cities.ts'
import { newsListPath, openDayPath, planningPath, schoolListPath, pagedPath } from '#app/paths.ts'
import { useHasPart } from '#app/root-data.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { NewsCards } from '#app/articles/news-cards.tsx'
import type { NewsCardView } from '#app/articles/news-card-view.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Pager } from '#app/ui/pager.tsx'
import styles from './news.module.css'

/** Heading and breadcrumbs of the list. */
export const listHeading = (city: City) => `${city.name}择校资讯`
export const listBreadcrumbs = (city: City) => cityBreadcrumbs(city, { name: '资讯' })

type Props = {
  city: City
  list: { page: number; page_size: number; total: number }
  items: readonly NewsCardView[]
}

/** News of a city, newest first. */
export function NewsList({ city, list, items }: Props) {
  const hasPart = useHasPart()
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={listBreadcrumbs(city)} />
      <h1>{listHeading(city)}</h1>
      {list.total === 0 ? (
        <Notice>
          {city.name}暂无资讯。可以先<a href={schoolListPath(city)}>看{city.name}的学校</a>。
        </Notice>
      ) : (
        <div className={styles.list}>
          <NewsCards city={city} items={items} level={2} lead={list.page === 1} />
        </div>
      )}
      <Pager
        page={list.page}
        pageSize={list.page_size}
        total={list.total}
        unit="篇"
        hrefOf={(page) => pagedPath(newsListPath(city), page)}
      />
      <nav className="section" aria-labelledby="more">
        <h2 id="more">接着看</h2>
        <p className="words">
          {hasPart(city, 'open_days') ? (
            <a className="word" href={openDayPath(city)}>
              {city.name}近期开放日
            </a>
          ) : null}
          {hasPart(city, 'plannings') ? (
            <a className="word" href={planningPath(city)}>
              {city.name}升学规划
            </a>
          ) : null}
          <a className="word" href={schoolListPath(city)}>
            {city.name}全部学校
          </a>
        </p>
      </nav>
    </main>
  )
}
