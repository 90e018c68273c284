import type { AppLoadContext } from '#app/load-context.ts'

/** Values of the site and page that structured data may refer to. */
export type StructuredDataContext = {
  /** The absolute URL of a path of this site. */
  at: (path: string) => string
  site: NonNullable<AppLoadContext['site']>
  /** Title of the page's content, when a loader set one. */
  title?: string | undefined
}
