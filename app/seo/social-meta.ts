import type { MetaDescriptor } from '@remix-run/node'
import { sharedPicture } from '#server/contract/media/shared-picture.ts'
import { firstSentence } from '#app/ui/text/format.ts'
import { chinaMoment } from '#app/china-time.ts'

/** Page content that share cards and search results show. */
export type Shown = {
  /** Title of the share card; default: the page's title, which is written for search engines. */
  cardTitle?: string | undefined
  /** The picture of the page; default: the site's own. */
  image?: { src: string; width: number; height: number } | undefined
  /** Dates of an article, ISO 8601, and its author. */
  article?: { published?: string | undefined; updated: string; author?: string | undefined } | undefined
}

type Facts = Shown & {
  /** Absolute URL of the page. */
  address?: string | undefined
  origin?: string | undefined
  siteName?: string | undefined
}

type Property = [name: string, content: string | undefined]

/** The site's default picture for share cards. */
export const sitePicture = { src: '/share.png', width: 600, height: 600 }

/** Open Graph properties, and for articles the dates in the properties of Toutiao. */
export function socialMeta(
  text: { title: string; description: string },
  { address, article, cardTitle = text.title, image = sitePicture, origin, siteName }: Facts,
): MetaDescriptor[] {
  const picture = sharedPicture(image)
  const facts: Property[] = [
    ['og:title', cardTitle],
    ['og:description', fullWidth(firstSentence(text.description))],
    ['og:type', article === undefined ? 'website' : 'article'],
    ['og:url', address],
    ['og:site_name', siteName],
    ['og:locale', 'zh_CN'],
    ['og:image', origin && new URL(picture.src, origin).href],
    ['og:image:width', origin && String(picture.width)],
    ['og:image:height', origin && String(picture.height)],
    ...(article === undefined ? [] : articleMeta(article)),
  ]
  return facts.flatMap(([property, content]) => (content === undefined ? [] : [{ property, content }]))
}

/** Replaces half-width commas and colons by full-width ones; search engines get the half-width ones of the template. */
function fullWidth(text: string): string {
  return text
    .replace(/,(?!\d)/g, '，')
    .replace(/(^|\D):(?!\/)/g, '$1：')
    .replace(/:(?![\d/])/g, '：')
}

function articleMeta({ published, updated, author }: NonNullable<Shown['article']>): Property[] {
  const first = published === undefined ? undefined : chinaMoment(published)
  const last = chinaMoment(updated)
  return [
    ['article:published_time', first],
    ['article:modified_time', last],
    ['article:author', author],
    ['bytedance:published_time', first],
    ['bytedance:lrDate_time', last],
    ['bytedance:updated_time', last],
  ]
}
