import { codes } from '#server/contract/codes.ts'
import { pictureWidths } from '#server/contract/media/picture-widths.ts'
import { BusyError } from '#server/services/media/images/picture-work.ts'
import type { ImageFormat } from '#server/services/media/images/picture-tasks.ts'
import type { Rendition, Renditions } from '#server/services/media/images/renditions.ts'
import { ApiError, notFound } from '../api-error.ts'
import { refusalResponse } from '../respond.ts'

const imagePath =
  /^\/media\/images\/([\da-f]{32})(?:-([1-9]\d{1,4})(?:\.(avif|webp|jpg))?|\.(?:jpg|png|webp|gif|avif))$/
const defaultWidth = 1280
const formats: readonly ImageFormat[] = ['avif', 'webp', 'jpg']

/**
 * Responds with a rendition of a picture. `/media/images/{hash}-{width}.{avif|webp|jpg}`; without an extension in the
 * best format that the browser accepts; `{hash}.{extension}` in the largest width. The content of an address never
 * changes; the imported original is never served. Undefined for any other address.
 */
export async function imageResponse(request: Request, renditions: Renditions): Promise<Response | undefined> {
  const requested = requestedBy(request)
  if (requested === undefined) return undefined
  if (requested === 'unknown') return refusalResponse(notFound())
  const picture = await renditions.make(requested.rendition).catch((error: unknown) => {
    if (error instanceof BusyError) return 'busy' as const
    throw error
  })
  if (picture === undefined) return refusalResponse(notFound())
  if (picture === 'busy')
    return refusalResponse(new ApiError(codes.notNow, { headers: { 'retry-after': '5' } }))
  return responseWith(picture, requested)
}

/** As `imageResponse`, for a rendition that is cached already; undefined for every other request. */
export async function cachedImageResponse(
  request: Request,
  renditions: Pick<Renditions, 'cached'>,
): Promise<Response | undefined> {
  const requested = requestedBy(request)
  if (requested === undefined || requested === 'unknown') return undefined
  const picture = await renditions.cached(requested.rendition)
  return picture && responseWith(picture, requested)
}

/** The rendition of an address that names its format itself; undefined for other addresses. */
export function renditionAt(pathname: string): Rendition | undefined {
  const requested = imageAt(pathname, '')
  return requested === 'unknown' ? undefined : requested?.rendition
}

function requestedBy(request: Request): Requested | 'unknown' | undefined {
  return imageAt(new URL(request.url).pathname, request.headers.get('accept') ?? '')
}

function responseWith(picture: Buffer, { rendition, isNamed }: Requested): Response {
  return new Response(new Uint8Array(picture), {
    headers: {
      'content-type': `image/${rendition.format === 'jpg' ? 'jpeg' : rendition.format}`,
      'content-length': String(picture.length),
      // Shared caches often ignore Vary and would serve AVIF to browsers that cannot decode it.
      'cache-control': `${isNamed ? 'public' : 'private'}, max-age=31536000, immutable`,
      ...(isNamed ? {} : { vary: 'Accept' }),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}

/** The requested rendition, and whether the address itself names the format. */
type Requested = { rendition: Rendition; isNamed: boolean }

/**
 * The rendition of an address in a width that layouts use, in the format that it names or else the best one that the
 * browser accepts.
 */
function imageAt(pathname: string, accept: string): Requested | 'unknown' | undefined {
  const [found, original = '', asked = String(defaultWidth), extension] = imagePath.exec(pathname) ?? []
  if (found === undefined) return undefined
  const width = pictureWidths.find((one) => one === Number(asked))
  if (width === undefined) return 'unknown'
  const named = formats.find((one) => one === extension)
  const format = named ?? formats.find((one) => accepts(accept, one)) ?? 'jpg'
  return { rendition: { original, width, format }, isNamed: named !== undefined }
}

/** Whether an Accept header names a format; wildcards do not count, since every browser sends one. */
function accepts(accept: string, format: ImageFormat): boolean {
  const [, rest] = new RegExp(`(?:^|,)\\s*image/${format}\\s*(;[^,]*)?(?:,|$)`, 'i').exec(accept) ?? [
    null,
    null,
  ]
  return rest !== null && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(rest ?? '')
}
