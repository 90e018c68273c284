import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { imageSize } from 'image-size'

/** A kept picture: the address under which the site serves it, and its size in pixels. */
export type KeptImage = { src: string; width: number; height: number }

/** Keeps pictures by what they hold: the same bytes are one picture under one name for ever. */
export type ImageStore = {
  /** Keeps a picture. Undefined when the bytes are none of JPEG, PNG, WebP, GIF and AVIF. */
  put: (bytes: Buffer) => Promise<KeptImage | undefined>
  /** The bytes of a kept picture by its name, `{hash}.{extension}`; undefined for an unknown one. */
  get: (name: string) => Promise<Buffer | undefined>
}

const folderOfImages = '/media/images/'
const extensions: ReadonlyMap<string, string> = new Map([
  ['jpg', 'jpg'],
  ['png', 'png'],
  ['webp', 'webp'],
  ['gif', 'gif'],
  ['avif', 'avif'],
])
const nameShape = /^[\da-f]{32}\.(?:jpg|png|webp|gif|avif)$/

/** A store in a folder, such as `DATA_DIR/images`. */
export function openImageStore(folder: string): ImageStore {
  const get: ImageStore['get'] = async (name) => {
    if (!nameShape.test(name)) return undefined
    return readFile(path.join(folder, name)).catch(() => undefined)
  }
  return {
    get,
    async put(bytes) {
      const size = sizeOf(bytes)
      const extension = extensions.get(size?.type ?? '')
      if (size === undefined || extension === undefined) return undefined
      const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extension}`
      const kept = { src: folderOfImages + name, width: size.width, height: size.height }
      if ((await get(name)) !== undefined) return kept
      await mkdir(folder, { recursive: true })
      const draft = path.join(folder, `.${process.pid}-${name}`)
      await writeFile(draft, bytes, { mode: 0o640 })
      await rename(draft, path.join(folder, name))
      return kept
    },
  }
}

/** The name of a kept picture in an address of the site. */
export function imageName(src: string): string | undefined {
  const name = src.startsWith(folderOfImages) ? src.slice(folderOfImages.length) : src
  return nameShape.test(name) ? name : undefined
}

function sizeOf(bytes: Buffer) {
  try {
    return imageSize(bytes)
  } catch {
    return undefined
  }
}
