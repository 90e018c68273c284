import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { codes } from '#server/contract/codes.ts'
import { describeFailure } from '#server/db/failure.ts'
import type { IsNamedSample } from '#server/services/images/named-samples.ts'
import type { Renditions } from '#server/services/images/renditions.ts'
import { drawSamplePicture, isPictureKind } from '#server/sample/sample-pictures.ts'
import { isCircuitOpen } from '#server/services/upstream.ts'
import { ApiError, notFound } from '../api-error.ts'
import { drawingPath, imageResponse, cachedImageResponse, sampleIn } from './image-responses.ts'
import { refusalResponse } from '../respond.ts'

type MediaParts = { renditions: Renditions; isNamedSample: IsNamedSample; log: Pick<Logger, 'warn'> }

type Drawn = { plain: Buffer; compressed: Buffer }

/**
 * Serves pictures: `/media/sample/{kind}/{seed}.svg`, drawn samples that never change, their JPEGs under `….jpg`, and
 * `/media/images/…`, the operator's pictures.
 */
export type Media = {
  answer: (request: Request) => Promise<Response>
  /**
   * The response when no picture has to be drawn or encoded for it, or there is none; undefined for every other
   * request.
   */
  cached: (request: Request) => Promise<Response | undefined>
}

const maxCacheBytes = 16 * 1024 * 1024

/**
 * Creates the picture server. Drawings are cached compressed in at most 16 MiB; only samples that content names are
 * drawn.
 */
export function createMedia({ renditions, isNamedSample, log }: MediaParts): Media {
  const drawn = new LRUCache<string, Drawn>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ plain, compressed }) => plain.length + compressed.length,
    fetchMethod: (key) => draw(key),
  })
  const isUnknown = async (request: Request): Promise<boolean> => {
    const sample = sampleIn(new URL(request.url).pathname)
    return sample !== undefined && !(await isNamedSample(...sample))
  }
  const answer = async (request: Request) => {
    if (await isUnknown(request)) return refusalResponse(notFound())
    const image = await imageResponse(request, renditions).catch((error: unknown) => {
      if (!isCircuitOpen(error)) log.warn({ failure: describeFailure(error) }, 'a picture could not be read')
      return refusalResponse(new ApiError(codes.notNow, { headers: { 'retry-after': '5' } }))
    })
    if (image !== undefined) return image
    const [, kind = '', seed = ''] = drawingAt(request)
    const picture = await drawn.fetch(`${kind}/${seed}`)
    return picture ? responseWith(picture, request) : refusalResponse(notFound())
  }
  return {
    answer,
    async cached(request) {
      if (await isUnknown(request)) return refusalResponse(notFound())
      const [found, kind = '', seed = ''] = drawingAt(request)
      if (found === undefined) return cachedImageResponse(request, renditions)
      const picture = drawn.get(`${kind}/${seed}`)
      return picture && responseWith(picture, request)
    },
  }
}

function drawingAt(request: Request): readonly (string | undefined)[] {
  return drawingPath.exec(new URL(request.url).pathname) ?? []
}

function responseWith(picture: Drawn, request: Request): Response {
  const takesBrotli = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '')
  const body = takesBrotli ? picture.compressed : picture.plain
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

async function draw(key: string): Promise<Drawn | undefined> {
  const [kind = '', seed = ''] = key.split('/')
  if (!isPictureKind(kind)) return undefined
  const plain = Buffer.from(await drawSamplePicture(kind, seed))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  return { plain, compressed: await promisify(brotliCompress)(plain, { params }) }
}
