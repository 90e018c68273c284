import type { Logger } from 'pino'
import { sharedChildOf } from '#server/contract/child/child-query.ts'
import { codes } from '#server/contract/codes.ts'
import { sharedPicture } from '#server/contract/media/shared-picture.ts'
import { describeFailure } from '#server/db/failure.ts'
import type { ClientNetworks } from '#server/network/client-shares.ts'
import { BusyError } from '#server/services/media/images/picture-work.ts'
import type { Renditions } from '#server/services/media/images/renditions.ts'
import type { WindowCounter } from '#server/services/limits/window-counter.ts'
import { posterKinds } from '#server/services/media/posters/poster.ts'
import type { Posters } from '#server/services/media/posters/posters.ts'
import { ApiError, notFound, tooMany } from '../api-error.ts'
import { refusalResponse } from '../respond.ts'
import { renditionAt } from './image-responses.ts'

type Parts = {
  posters: Posters
  site: { name: string; publicOrigin: string | undefined }
  log: Pick<Logger, 'warn'>
  /** Counts the posters that a client asks for; absent: as many as it likes. */
  rate?: WindowCounter
  /** Whose request it is, for the share and the rate of one client; absent: not counted. */
  client?: ClientNetworks
}

/** Posters that one client may ask for: a drawing takes a core for about a second. */
export const posterRate = { limit: 60, windowMs: 10 * 60_000 }

const address = /^\/media\/poster\/(\w+)\/([1-9]\d{0,8}(?:-[1-9]\d{0,8}){0,5})\.jpg$/

/**
 * Serves posters: `/media/poster/{school|openday|ranking}/{id}.jpg` and `/media/poster/compare/{id}-{id}.jpg` with
 * two to six schools, pictures to store and send on, with the QR code of the page, for the child of the query. Cached for
 * an hour, for what it says changes. Undefined for any other address.
 */
export function posterPicture(request: Request, parts: Parts): Promise<Response> | undefined {
  const { pathname, origin, searchParams } = new URL(request.url)
  const [, named, list = ''] = address.exec(pathname) ?? []
  const kind = posterKinds.find((one) => one === named)
  const ids = list.split('-').map(Number)
  if (kind === undefined || (kind === 'compare') !== ids.length > 1) return undefined
  if (new Set(ids).size < ids.length) return undefined
  const counted = parts.rate?.consume(parts.client ?? [])
  if (counted?.allowed === false) return Promise.resolve(refusalResponse(tooMany(counted.retryAfter)))
  const { name, publicOrigin } = parts.site
  const of = { kind, ids, child: sharedChildOf(searchParams) }
  return parts.posters.make(of, { name, origin: publicOrigin ?? origin }, parts.client).then(
    (picture) =>
      picture === undefined
        ? refusalResponse(notFound())
        : responseWith(picture, {
            name: `${kind}-${list}.jpg`,
            // Without a configured origin the code opens the host that this request named.
            scope: publicOrigin === undefined ? 'private' : 'public',
          }),
    (error: unknown) => {
      if (!(error instanceof BusyError))
        parts.log.warn({ failure: describeFailure(error) }, 'a poster could not be drawn')
      return refusalResponse(new ApiError(codes.notNow, { headers: { 'retry-after': '5' } }))
    },
  )
}

type Served = { name: string; scope: 'private' | 'public' }

function responseWith(picture: Buffer, { name, scope }: Served): Response {
  return new Response(new Uint8Array(picture), {
    headers: {
      'content-type': 'image/jpeg',
      'content-length': String(picture.length),
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': `${scope}, max-age=3600`,
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}

/** The rendition of a picture for link previews; undefined for a picture that is not served here. */
export async function sharedRendition(
  picture: { src: string; width: number; height: number },
  renditions: Pick<Renditions, 'make'>,
): Promise<Buffer | undefined> {
  const rendition = renditionAt(sharedPicture(picture).src)
  return rendition && renditions.make(rendition)
}
