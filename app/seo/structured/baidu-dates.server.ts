import { sharedPicture } from '#server/contract/media/shared-picture.ts'
import { chinaTime } from '#app/china-time.ts'
import type { StructuredDataContext } from './structured-data-context.ts'

type Picture = { src: string; width: number; height: number }

/** Dates of a page's content, ISO 8601. */
export type PageDates = {
  /** Path of the canonical URL. */
  path: string
  title: string
  /** Pictures that the page shows. */
  images?: readonly Picture[]
  published?: string | undefined
  /** Last change; of questions the first answer; of a list its newest row. */
  updated?: string | undefined
  /** Of questions: the latest answer. */
  replied?: string | undefined
}

/** The most pictures that a result of Baidu shows. */
const maxImages = 3

/** Baidu's date markup (a JSON-LD context of its own): local time of China without a zone. */
export function baiduDates({ at }: StructuredDataContext, dates: PageDates): object {
  const { path, title, images = [], published, updated, replied } = dates
  return {
    '@context': 'https://ziyuan.baidu.com/contexts/cambrian.jsonld',
    '@id': at(path),
    title,
    ...(images.length === 0
      ? {}
      : { images: images.slice(0, maxImages).map((image) => at(sharedPicture(image).src)) }),
    ...(published === undefined ? {} : { pubDate: chinaTime(published) }),
    ...(updated === undefined ? {} : { upDate: chinaTime(updated) }),
    ...(replied === undefined ? {} : { lrDate: chinaTime(replied) }),
  }
}
