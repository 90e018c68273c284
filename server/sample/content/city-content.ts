import { sampleSource } from '#server/db/content/sample-rows.ts'
import { courses, generalNews, plannings, type Article, type NewsDraft } from './articles.ts'
import type { Calendar } from './calendar.ts'
import { digestOf } from './city-digest.ts'
import type { Digest, Made } from './city-digest.ts'
import { cityNews } from './city-news.ts'
import { cityPlannings } from './city-plannings.ts'
import type { CityState } from './city-state.ts'
import { storedText } from '#server/services/content/texts/stored-text.ts'
import { newsPicture, samplePicture, scenePicture } from './pictures.ts'
import { spaced } from './phrase.ts'
import { bannersOf, promotionsOf, siteOpenDay } from './promotions.ts'
import { rankingsOf } from './rankings.ts'
import type { SampleCityContent } from './rows.ts'

const author = '示例编辑部'

/** What one city shows beside its schools: rankings, news, banners, planning articles, promotions, an open day. */
export function cityContent(state: CityState, made: readonly Made[]): SampleCityContent {
  const { city, calendar, flavour, random } = state
  const digest: Digest = digestOf(city.code, made, calendar.at(0, '12:00'))
  const desk = {
    cityName: city.name,
    cityPath: city.pinyin,
    year: calendar.year,
    intakeYear: calendar.intakeYear,
    flavour,
    digest,
  }
  return {
    rankings: rankingsOf(city, calendar.year, digest, random),
    news: cityNews(desk).map((draft, index) => newsRow(draft, calendar, city.code, index, city.code)),
    banners: bannersOf(city, calendar, digest),
    courses: [],
    plannings: cityPlannings(desk).map((article, index) =>
      articleRow(article, calendar, `plan-${city.code}`, index, city.code),
    ),
    promotions: promotionsOf(city, calendar, digest),
    openDays: [siteOpenDay(city, calendar)],
  }
}

/** What belongs to all cities: courses, planning articles and news of the site. */
export function generalContent(calendar: Calendar): SampleCityContent {
  return {
    rankings: [],
    news: generalNews.map((draft, index) => newsRow(draft, calendar, 'all', index)),
    banners: [],
    courses: courses.map((article, index) => ({
      ...articleRow(article, calendar, 'course', index),
      curriculum: article.slug,
    })),
    plannings: plannings.map((article, index) => articleRow(article, calendar, 'plan', index)),
    promotions: [],
    openDays: [],
  }
}

function newsRow(
  draft: NewsDraft,
  calendar: Calendar,
  place: string,
  index: number,
  cityCode?: string,
): SampleCityContent['news'][number] {
  const at = calendar.at(-draft.age, '10:30')
  return {
    ...(cityCode !== undefined && { cityCode }),
    title: spaced(draft.title),
    summary: spaced(draft.summary),
    body: storedText(draft.body.map(spaced).join('\n\n')),
    picture: samplePicture(newsPicture(draft.picture, place, index), `${spaced(draft.title)}（示例插图）`),
    source: sampleSource,
    author,
    publishedAt: at,
    updatedAt: at,
  }
}

const scenes = [
  'library',
  'classroom',
  'teaching',
  'lab',
  'garden',
  'arts',
  'field',
  'gate',
  'music',
] as const

function articleRow(
  article: Article,
  calendar: Calendar,
  place: string,
  index: number,
  cityCode?: string,
): SampleCityContent['plannings'][number] {
  const scene = scenes[index % scenes.length] ?? 'library'
  return {
    ...(cityCode !== undefined && { cityCode }),
    slug: article.slug,
    title: spaced(article.title),
    summary: spaced(article.summary),
    body: storedText(article.body.map(spaced).join('\n\n')),
    picture: samplePicture(
      scenePicture(scene, `${place}-${index + 1}`).name,
      `${spaced(article.title)}（示例插图）`,
    ),
    position: index,
    updatedAt: calendar.at(-20 - index * 3, '09:00'),
  }
}
