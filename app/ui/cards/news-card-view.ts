import type { listNews } from '#server/contract/content.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { dayText } from '../text/format.ts'
import type { PictureData } from '../../pictures/picture.tsx'

/** What lists show of a news item, in the words that they show. */
export type NewsCardView = {
  id: number
  title: string
  summary?: string
  /** Day of publication in words, and as it stands in the data. */
  day: string
  published: string
  picture?: PictureData
}

/** A news item as lists show it; its picture decorates the title, which says enough. */
export function newsCardView(item: DataOf<typeof listNews>['items'][number]): NewsCardView {
  const { id, title, summary, published_at, picture } = item
  return {
    id,
    title,
    day: dayText(published_at),
    published: published_at,
    ...(summary === undefined ? {} : { summary }),
    ...(picture === undefined
      ? {}
      : {
          picture: {
            src: picture.src,
            width: picture.width,
            height: picture.height,
            color: picture.color,
          },
        }),
  }
}
