import type { listNews } from '#server/contract/articles/articles.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { dayText } from '../ui/text/format.ts'
import { nonBreakingUnits } from '#app/ui/text/non-breaking-units.server.ts'
import type { PictureData } from '#app/media/picture.tsx'

/** View model of a news card. */
export type NewsCardView = {
  id: number
  title: string
  summary?: string
  /** Day of publication, as text and as in the data. */
  day: string
  published: string
  picture?: PictureData
}

/** The view model of a news item; its picture is decorative. */
export function newsCardView(item: DataOf<typeof listNews>['items'][number]): NewsCardView {
  const { id, title, summary, published_at, picture } = item
  return {
    id,
    title: nonBreakingUnits(title),
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
