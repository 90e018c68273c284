import type { MetaDescriptor } from '@remix-run/node'
import { defaultCity } from '#server/contract/cities.ts'
import { inChina } from '#app/china-time.ts'
import { socialMeta, type Shown } from './social-meta.ts'
import type { Template, TemplateValues } from './template.ts'

/** Title, keywords and description with all placeholders filled in. */
export type PageText = { title: string; keywords: string; description: string }

/**
 * Fills a route's template. The year defaults to the given one, else the current one, followed by 年, the city to
 * Shenzhen; a course without a comma gets one appended; other absent values are replaced by nothing (specification
 * section 2).
 */
export function pageText(
  template: Template,
  given: TemplateValues = {},
  year: number = inChina(new Date()).getUTCFullYear(),
): PageText {
  const values = new Map<string, string | undefined>(
    Object.entries({
      ...given,
      city: given.city || defaultCity.name,
      year: given.year || `${year}年`,
      course: given.course && !/[,，]/.test(given.course) ? `${given.course},` : given.course,
    }),
  )
  const fill = (text: string) =>
    text
      .replace(/\{(\w+)\}/g, (_match, key: string) => values.get(key) ?? '')
      .replace(/,{2,}/g, ',')
      .replace(/,$/, '')
  return {
    title: fill(template.title),
    keywords: fill(template.keywords),
    description: fill(template.description),
  }
}

/** A template without the word that makes its schools international ones. */
function plainTemplate({ title, keywords, description }: Template): Template {
  const plain = (text: string) => text.replace(/国际(?=学校|幼儿园|小学|初中|高中)/g, '')
  return { title: plain(title), keywords: plain(keywords), description: plain(description) }
}

type PageMetaOptions = Shown & {
  values?: TemplateValues
  /** Path of the canonical URL; absent: noindex. */
  canonical?: string | undefined
  /** Whether the address is not indexed although it has a canonical URL: it shows that page for one family. */
  isUnlisted?: boolean | undefined
  /** Origin of canonical URLs; they are left out without it (the root failed). */
  origin?: string | undefined
  siteName?: string | undefined
  /** Names of cities most of whose schools are no international ones: the texts of their pages say 学校 for 国际学校. */
  plainCities?: readonly string[] | undefined
  /** The year that texts name; the current one by this machine's clock without it (the root failed). */
  year?: number | undefined
}

/**
 * Meta of a page: texts of its template, robots, canonical URL and Open Graph, also after a client-side navigation: a
 * page is shared by it.
 */
export function pageMeta(template: Template, options: PageMetaOptions = {}): MetaDescriptor[] {
  const { city = defaultCity.name } = options.values ?? {}
  const isPlain = options.plainCities?.includes(city) === true
  const text = pageText(isPlain ? plainTemplate(template) : template, options.values, options.year)
  const title = options.siteName ? `${text.title}_${options.siteName}` : text.title
  const address =
    options.canonical !== undefined && options.origin ? options.origin + options.canonical : undefined
  return [
    { title },
    { name: 'keywords', content: text.keywords },
    { name: 'description', content: text.description },
    ...(options.canonical === undefined || options.isUnlisted === true
      ? [{ name: 'robots', content: 'noindex,follow' }]
      : []),
    ...(address ? [{ tagName: 'link', rel: 'canonical', href: address }] : []),
    ...socialMeta(text, { ...options, address }),
  ]
}
