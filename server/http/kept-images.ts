import { codes } from '#server/contract/codes.ts'
import { pictureWidths } from '#server/contract/picture-widths.ts'
import { BusyError, type ImageFormat, type Renditions } from '#server/services/images/renditions.ts'
import { ApiError, notFound } from './api-error.ts'
import { refusalResponse } from './respond.ts'

const address =
  /^\/media\/images\/([\da-f]{32})(?:-([1-9]\d{1,4})(?:\.(avif|webp|jpg))?|\.(?:jpg|png|webp|gif|avif))$/
const usualWidth = 1280
const forms: readonly ImageFormat[] = ['avif', 'webp', 'jpg']

/**
 * Answers `/media/images/{hash}-{width}.{avif|webp|jpg}`, without the form in the best one that the browser takes,
 * and `{hash}.{extension}`, the same in the largest width. What an address gives never changes; the file that was
 * imported is never given away. Undefined for any other address.
 */
export async function keptImage(request: Request, renditions: Renditions): Promise<Response | undefined> {
  const [found, hash = '', asked, form] = address.exec(new URL(request.url).pathname) ?? []
  if (found === undefined) return undefined
  const width = pictureWidths.find((one) => one === Number(asked ?? usualWidth))
  if (width === undefined) return refusalResponse(notFound())
  const accept = request.headers.get('accept') ?? ''
  const format = forms.find((one) => one === form) ?? forms.find((one) => takes(accept, one)) ?? 'jpg'
  const picture = await renditions({ hash, width, format }).catch((error: unknown) => {
    if (error instanceof BusyError) return 'busy' as const
    throw error
  })
  if (picture === undefined) return refusalResponse(notFound())
  if (picture === 'busy')
    return refusalResponse(new ApiError(codes.notNow, { headers: { 'retry-after': '5' } }))
  return new Response(new Uint8Array(picture), {
    headers: {
      'content-type': `image/${format === 'jpg' ? 'jpeg' : format}`,
      'content-length': String(picture.length),
      // Caches between us and the browser often ignore Vary, and would give AVIF to those who can't read it.
      'cache-control': `${form === undefined ? 'private' : 'public'}, max-age=31536000, immutable`,
      ...(form === undefined ? { vary: 'Accept' } : {}),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}

/** Whether an Accept header names a form; a wildcard says nothing: every browser sends one. */
function takes(accept: string, format: ImageFormat): boolean {
  const [, rest] = new RegExp(`(?:^|,)\\s*image/${format}\\s*(;[^,]*)?(?:,|$)`, 'i').exec(accept) ?? [
    null,
    null,
  ]
  return rest !== null && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(rest ?? '')
}
