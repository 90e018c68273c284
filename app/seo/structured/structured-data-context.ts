import type { AppLoadContext } from '#app/load-context.ts'

/** What a description may name of the site around the page. */
export type StructuredDataContext = {
  /** The absolute address of a path of this site. */
  at: (path: string) => string
  site: NonNullable<AppLoadContext['site']>
  /** Title of what the page shows, where a loader told one. */
  title?: string | undefined
}
