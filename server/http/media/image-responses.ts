import { codes } from '#server/contract/codes.ts'
import { pictureWidths } from '#server/contract/picture-widths.ts'
import { sampleWidth } from '#server/contract/shared-picture.ts'
import { sampleName } from '#server/services/images/originals.ts'
import {
  BusyError,
  type ImageFormat,
  type Rendition,
  type Renditions,
} from '#server/services/images/renditions.ts'
import { ApiError, notFound } from '../api-error.ts'
import { refusalResponse } from '../respond.ts'

const address =
  /^\/media\/images\/([\da-f]{32})(?:-([1-9]\d{1,4})(?:\.(avif|webp|jpg))?|\.(?:jpg|png|webp|gif|avif))$/
const sampleAddress = /^\/media\/sample\/([a-z]+)\/([a-z0-9-]{1,60}?)(?:-([1-9]\d{1,4})|\.jpg)$/
/** A drawn sample as it was drawn. */
export const drawing = /^\/media\/sample\/([a-z]+)\/([a-z0-9-]{1,60})\.svg$/
const usualWidth = 1280
const forms: readonly ImageFormat[] = ['avif', 'webp', 'jpg']

/**
 * Answers `/media/images/{hash}-{width}.{avif|webp|jpg}`, without the form in the best one that the browser takes,
 * `{hash}.{extension}`, the same in the largest width, `/media/sample/{kind}/{seed}-{width}`, a drawn sample as pages
 * show it (drawing it would keep a phone from its scripts), and `….jpg`, the same for those who read no other
 * form. What an address gives never changes; the file that was imported is never given away. Undefined for any other
 * address.
 */
export async function imageAnswer(request: Request, renditions: Renditions): Promise<Response | undefined> {
  const wanted = wantedBy(request)
  if (wanted === undefined) return undefined
  if (wanted === 'unknown') return refusalResponse(notFound())
  const picture = await renditions.make(wanted.rendition).catch((error: unknown) => {
    if (error instanceof BusyError) return 'busy' as const
    throw error
  })
  if (picture === undefined) return refusalResponse(notFound())
  if (picture === 'busy')
    return refusalResponse(new ApiError(codes.notNow, { headers: { 'retry-after': '5' } }))
  return answerWith(picture, wanted)
}

/** The same for a picture that was made before; undefined for every other request. */
export async function keptImage(
  request: Request,
  renditions: Pick<Renditions, 'kept'>,
): Promise<Response | undefined> {
  const wanted = wantedBy(request)
  if (wanted === undefined || wanted === 'unknown') return undefined
  const picture = await renditions.kept(wanted.rendition)
  return picture && answerWith(picture, wanted)
}

function wantedBy(request: Request): Wanted | 'unknown' | undefined {
  const { pathname } = new URL(request.url)
  const accept = request.headers.get('accept') ?? ''
  return sampleAt(pathname, accept) ?? imageAt(pathname, accept)
}

function answerWith(picture: Buffer, { rendition, isNamed }: Wanted): Response {
  return new Response(new Uint8Array(picture), {
    headers: {
      'content-type': `image/${rendition.format === 'jpg' ? 'jpeg' : rendition.format}`,
      'content-length': String(picture.length),
      // Caches between us and the browser often ignore Vary, and would give AVIF to those who can't read it.
      'cache-control': `${isNamed ? 'public' : 'private'}, max-age=31536000, immutable`,
      ...(isNamed ? {} : { vary: 'Accept' }),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}

/** The kind and seed of the drawn sample that an address asks for in some form; undefined for other addresses. */
export function sampleIn(pathname: string): readonly [kind: string, seed: string] | undefined {
  const [, kind, seed] = drawing.exec(pathname) ?? sampleAddress.exec(pathname) ?? []
  return kind === undefined || seed === undefined ? undefined : [kind, seed]
}

/** A picture that an address asks for, and whether the address itself names its form. */
type Wanted = { rendition: Rendition; isNamed: boolean }

function sampleAt(pathname: string, accept: string): Wanted | 'unknown' | undefined {
  const [found, kind = '', seed = '', asked] = sampleAddress.exec(pathname) ?? []
  if (found === undefined) return undefined
  const original = sampleName(kind, seed)
  if (asked === undefined)
    return { rendition: { original, width: sampleWidth, format: 'jpg' }, isNamed: true }
  // Drawings are hardly smaller as AVIF, and take seven times as long to make.
  return imageOf(original, asked, accept, ['webp'])
}

function imageAt(pathname: string, accept: string): Wanted | 'unknown' | undefined {
  const [found, original = '', asked = String(usualWidth), form] = address.exec(pathname) ?? []
  if (found === undefined) return undefined
  const named = forms.find((one) => one === form)
  return imageOf(original, asked, accept, forms, named)
}

/** A picture in a width that layouts use, in the form that is named or else the first of some that the browser takes. */
function imageOf(
  original: string,
  asked: string,
  accept: string,
  offered: readonly ImageFormat[],
  named?: ImageFormat,
): Wanted | 'unknown' {
  const width = pictureWidths.find((one) => one === Number(asked))
  if (width === undefined) return 'unknown'
  const format = named ?? offered.find((one) => takes(accept, one)) ?? 'jpg'
  return { rendition: { original, width, format }, isNamed: named !== undefined }
}

/** Whether an Accept header names a form; a wildcard says nothing: every browser sends one. */
function takes(accept: string, format: ImageFormat): boolean {
  const [, rest] = new RegExp(`(?:^|,)\\s*image/${format}\\s*(;[^,]*)?(?:,|$)`, 'i').exec(accept) ?? [
    null,
    null,
  ]
  return rest !== null && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(rest ?? '')
}
