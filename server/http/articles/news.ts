import { getNews, listNews } from '#server/contract/articles/articles.ts'
import { findNews, findNewsList } from '#server/db/articles/news.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { withEmbeds } from './rich-html.ts'
import { serve } from '../serve.ts'

/** Endpoints of the site's news. */
export function newsEndpoints({ database: { db }, now, publicOrigin }: ApiDependencies) {
  return [
    serve(listNews, ({ input }) => findNewsList(db, input, now())),
    serve(getNews, async ({ input }) =>
      withEmbeds(db, found(await findNews(db, input.id, now())), { now: now(), ownOrigin: publicOrigin }),
    ),
  ]
}
