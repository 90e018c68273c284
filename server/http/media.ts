import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { ImageStore } from '#server/services/images/store.ts'
import { drawPicture, isPictureKind } from '#server/services/pictures/pictures.ts'
import { notFound } from './api-error.ts'
import { refusalResponse } from './respond.ts'

type Drawn = { plain: Buffer; small: Buffer }

/** Answers `/media/sample/{kind}/{seed}.svg`: generated pictures, the same for ever at the same address. */
export type Media = (request: Request) => Promise<Response>

const imageAddress = /^\/media\/images\/([\da-f]{32}\.(jpg|png|webp|gif|avif))$/
const address = /^\/media\/sample\/([a-z]+)\/([a-z0-9-]{1,60})\.svg$/
const keptBytes = 16 * 1024 * 1024

/** Makes the picture server; drawn pictures are kept compressed in at most 16 MiB. */
export function createMedia(images?: ImageStore): Media {
  const drawn = new LRUCache<string, Drawn>({
    maxSize: keptBytes,
    sizeCalculation: ({ plain, small }) => plain.length + small.length,
    fetchMethod: (key) => draw(key),
  })
  return async (request) => {
    const [, image, type = ''] = imageAddress.exec(new URL(request.url).pathname) ?? []
    if (image !== undefined) return keptImage(await images?.get(image), type)
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

/** The original of a kept picture: its name says what it holds, so that it stays for ever. */
function keptImage(bytes: Buffer | undefined, type: string): Response {
  if (bytes === undefined) return refusalResponse(notFound())
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': `image/${type === 'jpg' ? 'jpeg' : type}`,
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
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
