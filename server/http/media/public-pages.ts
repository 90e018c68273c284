import { cities } from '#server/contract/cities.ts'

/** First segments of the addresses of public pages. Those of one visitor, of requests and of check-ins are not among them. */
const families = [
  ...cities.map(({ pinyin }) => pinyin),
  'aboutus',
  'agreement',
  'city',
  'compare',
  'contact',
  'cooperation',
  'course',
  'grade',
  'map',
  'methodology',
  'news',
  'openday',
  'planning',
  'privacypolicypc',
  'privite',
  'promote',
  'school',
  'schoollist',
  'search',
  'toplist',
  'xiaobangmei',
]

const address = new RegExp(`^/(?:(?:${families.join('|')}|course[a-z\\d-]+)/(?:[^/]+/){0,3})?$`)

/** Whether a path is that of a public page of the site. It may be that of a school or an article that is not there. */
export function isPublicPage(path: string): boolean {
  return address.test(path)
}
