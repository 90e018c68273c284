import { codes } from '#server/contract/codes.ts'
import { pictureWidths } from '#server/contract/picture-widths.ts'
import { sampleWidth } from '#server/contract/shared-picture.ts'
import { sampleName } from '#server/services/images/originals.ts'
import { BusyError } from '#server/services/images/picture-work.ts'
import type { ImageFormat } from '#server/services/images/picture-tasks.ts'
import type { Rendition, Renditions } from '#server/services/images/renditions.ts'
import { ApiError, notFound } from '../api-error.ts'
import { refusalResponse } from '../respond.ts'

const imagePath =
  /^\/media\/images\/([\da-f]{32})(?:-([1-9]\d{1,4})(?:\.(avif|webp|jpg))?|\.(?:jpg|png|webp|gif|avif))$/
const samplePath = /^\/media\/sample\/([a-z]+)\/([a-z0-9-]{1,60}?)(?:-([1-9]\d{1,4})|\.jpg)$/
/** Address of a drawn sample as SVG. */
export const drawingPath = /^\/media\/sample\/([a-z]+)\/([a-z0-9-]{1,60})\.svg$/
const defaultWidth = 1280
const formats: readonly ImageFormat[] = ['avif', 'webp', 'jpg']

/**
 * Responds with a rendition of a picture. `/media/images/{hash}-{width}.{avif|webp|jpg}`; without an extension in the
 * best format that the browser accepts; `{hash}.{extension}` in the largest width.
 * `/media/sample/{kind}/{seed}-{width}` is a drawn sample as pages show it (drawing SVG would delay a phone's scripts),
 * `….jpg` the same for clients without other formats. The content of an address never changes; the imported original is
 * never served. Undefined for any other address.
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
  const requested = sampleAt(pathname, '') ?? imageAt(pathname, '')
  return requested === 'unknown' ? undefined : requested?.rendition
}

function requestedBy(request: Request): Requested | 'unknown' | undefined {
  const { pathname } = new URL(request.url)
  const accept = request.headers.get('accept') ?? ''
  return sampleAt(pathname, accept) ?? imageAt(pathname, accept)
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

/** Kind and seed of the drawn sample of an address in any format; undefined for other addresses. */
export function sampleIn(pathname: string): readonly [kind: string, seed: string] | undefined {
  const [, kind, seed] = drawingPath.exec(pathname) ?? samplePath.exec(pathname) ?? []
  return kind === undefined || seed === undefined ? undefined : [kind, seed]
}

/** The requested rendition, and whether the address itself names the format. */
type Requested = { rendition: Rendition; isNamed: boolean }

function sampleAt(pathname: string, accept: string): Requested | 'unknown' | undefined {
  const [found, kind = '', seed = '', asked] = samplePath.exec(pathname) ?? []
  if (found === undefined) return undefined
  const original = sampleName(kind, seed)
  if (asked === undefined)
    return { rendition: { original, width: sampleWidth, format: 'jpg' }, isNamed: true }
  // Drawings are hardly smaller as AVIF and take seven times as long to encode.
  return imageOf(original, asked, accept, ['webp'])
}

function imageAt(pathname: string, accept: string): Requested | 'unknown' | undefined {
  const [found, original = '', asked = String(defaultWidth), extension] = imagePath.exec(pathname) ?? []
  if (found === undefined) return undefined
  const named = formats.find((one) => one === extension)
  return imageOf(original, asked, accept, formats, named)
}

/**
 * A rendition in a width that layouts use, in the named format or else the first offered one that the browser accepts.
 */
function imageOf(
  original: string,
  asked: string,
  accept: string,
  offered: readonly ImageFormat[],
  named?: ImageFormat,
): Requested | 'unknown' {
  const width = pictureWidths.find((one) => one === Number(asked))
  if (width === undefined) return 'unknown'
  const format = named ?? offered.find((one) => accepts(accept, one)) ?? 'jpg'
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
