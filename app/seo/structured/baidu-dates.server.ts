import { sharedPicture } from '#server/contract/shared-picture.ts'
import { chinaTime } from '#app/china-time.ts'
import type { StructuredDataContext } from './structured-data-context.ts'

type Picture = { src: string; width: number; height: number }

/** Days of a page's content; times are ISO 8601. */
export type PageDates = {
  /** Path of the canonical address. */
  path: string
  title: string
  /** Pictures in sight. */
  images?: readonly Picture[]
  published?: string | undefined
  /** Last change; of questions the first answer; of a list its newest row. */
  updated?: string | undefined
  /** Of questions: the latest answer. */
  replied?: string | undefined
}

/** Pictures that a result of Baidu has room for. */
const mostImages = 3

/** The dates of a page as Baidu wants them: a context of its own, China's clock without a zone. */
export function baiduDates({ at }: StructuredDataContext, dates: PageDates): object {
  const { path, title, images = [], published, updated, replied } = dates
  return {
    '@context': 'https://ziyuan.baidu.com/contexts/cambrian.jsonld',
    '@id': at(path),
    title,
    ...(images.length === 0
      ? {}
      : { images: images.slice(0, mostImages).map((image) => at(sharedPicture(image).src)) }),
    ...(published === undefined ? {} : { pubDate: chinaTime(published) }),
    ...(updated === undefined ? {} : { upDate: chinaTime(updated) }),
    ...(replied === undefined ? {} : { lrDate: chinaTime(replied) }),
  }
}

function inOrder(moments: readonly string[]): string[] {
  return moments.toSorted((one, other) => Date.parse(one) - Date.parse(other))
}

/** The first of some moments; undefined for none. */
export function earliestOf(moments: readonly string[]): string | undefined {
  return inOrder(moments)[0]
}

/** The last of some moments; undefined for none. */
export function latestOf(moments: readonly string[]): string | undefined {
  return inOrder(moments).at(-1)
}
