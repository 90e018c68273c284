import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { codes } from '#server/contract/codes.ts'
import { describeFailure } from '#server/db/failure.ts'
import type { Renditions } from '#server/services/images/renditions.ts'
import { drawPicture, isPictureKind } from '#server/services/pictures/pictures.ts'
import { isLeftAlone } from '#server/services/upstream.ts'
import { ApiError, notFound } from './api-error.ts'
import { keptImage } from './kept-images.ts'
import { refusalResponse } from './respond.ts'

type Drawn = { plain: Buffer; small: Buffer }

/**
 * Answers `/media/sample/{kind}/{seed}.svg`, generated pictures, the same for ever at the same address, their JPEGs under
 * `….jpg`, and `/media/images/…`, the operator's.
 */
export type Media = (request: Request) => Promise<Response>

const address = /^\/media\/sample\/([a-z]+)\/([a-z0-9-]{1,60})\.svg$/
const keptBytes = 16 * 1024 * 1024

/** Makes the picture server; drawn pictures are kept compressed in at most 16 MiB. */
export function createMedia(renditions: Renditions, log: Pick<Logger, 'warn'>): Media {
  const drawn = new LRUCache<string, Drawn>({
    maxSize: keptBytes,
    sizeCalculation: ({ plain, small }) => plain.length + small.length,
    fetchMethod: (key) => draw(key),
  })
  return async (request) => {
    const kept = await keptImage(request, renditions).catch((error: unknown) => {
      if (!isLeftAlone(error)) log.warn({ failure: describeFailure(error) }, 'a picture could not be read')
      return refusalResponse(new ApiError(codes.notNow, { headers: { 'retry-after': '5' } }))
    })
    if (kept !== undefined) return kept
    const [, kind = '', seed = ''] = address.exec(new URL(request.url).pathname) ?? []
    if (!isPictureKind(kind) || seed === '') return refusalResponse(notFound())
    const picture = await drawn.fetch(`${kind}/${seed}`)
    if (!picture) return refusalResponse(notFound())
    const takesBrotli = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '')
    const body = takesBrotli ? picture.small : picture.plain
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': 'image/svg+xml',
        'content-length': String(body.length),
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
        ...(takesBrotli ? { 'content-encoding': 'br' } : {}),
      },
    })
  }
}

async function draw(key: string): Promise<Drawn | undefined> {
  const [kind = '', seed = ''] = key.split('/')
  if (!isPictureKind(kind)) return undefined
  const plain = Buffer.from(drawPicture(kind, seed))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  return { plain, small: await promisify(brotliCompress)(plain, { params }) }
}
