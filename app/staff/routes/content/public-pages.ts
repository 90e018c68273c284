import type { z } from 'zod'
import { cityOfCode, defaultCity, type City } from '#server/contract/cities.ts'
import type { ContentKind } from '#server/contract/staff/content.ts'
import type { previewDraft } from '#server/contract/staff/draft-preview.ts'
import {
  coursePath,
  coursesPath,
  graduatePath,
  homePath,
  newsListPath,
  newsPath,
  planningPath,
  promotePath,
  schoolListPath,
  schoolNewsPath,
  schoolPath,
  topListPath,
} from '#app/paths.ts'

/** The facts of a row that addresses are made of. */
type Facts = { [Name in keyof Row]?: Row[Name] | undefined } & Pick<Row, 'row_id'>
type Row = Omit<z.output<typeof previewDraft.data>, 'answers'>
type Parts = { id: number; schoolId: number; city: City; slug: string }

/** A visitors' page that shows a row. */
export type PublicPage = { label: string; path: string }

const home = ({ city }: Parts) => ({ label: '首页', path: homePath(city) })

const pagesByKind: Readonly<Record<ContentKind, (parts: Parts) => PublicPage[]>> = {
  schools: ({ id, city }) => [
    { label: '学校页', path: schoolPath(id) },
    { label: '招生', path: schoolPath(id, 'admissions') },
    { label: '关于学校', path: schoolPath(id, 'aboutus') },
    { label: '学校列表', path: schoolListPath(city) },
  ],
  views: ({ schoolId, id }) => [
    { label: '动态', path: schoolNewsPath(schoolId, id) },
    { label: '动态列表', path: schoolPath(schoolId, 'news') },
  ],
  graduates: ({ schoolId, id }) => [
    { label: '毕业生', path: graduatePath(schoolId, id) },
    { label: '毕业生列表', path: schoolPath(schoolId, 'graduates') },
  ],
  teachers: ({ schoolId }) => [{ label: '师资', path: schoolPath(schoolId, 'teachers') }],
  envs: ({ schoolId }) => [
    { label: '关于学校', path: schoolPath(schoolId, 'aboutus') },
    { label: '学校页', path: schoolPath(schoolId) },
  ],
  news: ({ id, city }) => [
    { label: '资讯', path: newsPath(id, city) },
    { label: '资讯列表', path: newsListPath(city) },
  ],
  courses: ({ city, slug }) => [
    { label: '课程', path: coursePath(city, slug) },
    { label: '课程列表', path: coursesPath(city) },
  ],
  plannings: ({ city, slug }) => [
    { label: '文章', path: planningPath(city, slug) },
    { label: '升学规划', path: planningPath(city) },
  ],
  rankings: ({ city }) => [{ label: '榜单', path: topListPath(city) }],
  banners: (parts) => [home(parts)],
  promotions: (parts) => [{ label: '推广', path: promotePath(parts.city) }, home(parts)],
}

/** The visitors' pages that show a row of a kind, its own page first. */
export function publicPagesOf(
  kind: ContentKind,
  { row_id: id, school_id: schoolId = 0, city_code: code, slug = '' }: Facts,
): PublicPage[] {
  return pagesByKind[kind]({ id, schoolId, city: cityOfCode(code ?? '') ?? defaultCity, slug })
}
