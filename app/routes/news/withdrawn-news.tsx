import type { City } from '#server/contract/cities.ts'
import { homePath, newsListPath, schoolListPath } from '#app/paths.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { NewsCardView } from '#app/articles/news-card-view.ts'
import { OtherNews } from './other-news.tsx'

type Props = { city: City; others: Promise<NewsCardView[] | undefined> }

/** The page of a withdrawn news item, with links to others. */
export function WithdrawnNews({ city, others }: Props) {
  return (
    <main id="main">
      <div className="wrap section">
        <Breadcrumbs
          items={[
            { name: `${city.name}首页`, href: homePath(city) },
            { name: '资讯', href: newsListPath(city) },
            { name: '已撤下' },
          ]}
        />
        <h1>这条资讯已经撤下</h1>
        <p className="soft">内容有误、过期或应当事人要求时，我们会撤下文章，不再提供原文。</p>
        <p className="words section">
          <a className="word" href={newsListPath(city)}>
            {city.name}最新资讯
          </a>
          <a className="word" href={schoolListPath(city)}>
            {city.name}全部学校
          </a>
        </p>
      </div>
      <OtherNews city={city} others={others} />
    </main>
  )
}
