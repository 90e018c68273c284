import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { StoredPicture } from '#server/db/schema/columns.ts'
import { hashOfBytes, imageHash, imageName } from '../images/image-name.ts'
import { inspectImage, type ImageFault } from '../images/inspect-image.ts'
import type { ImageStore } from '../images/store.ts'
import { isPictureKind, pictureSize, samplePictureColor } from '#server/sample/sample-pictures.ts'

/** A picture that a file names, or a message why it is not usable. */
export type FoundPicture = StoredPicture | string

/** Finds the pictures that files name: in the operator's folder, in the store, among the drawn samples. */
export type PictureFinder = {
  /** Inspects a picture without storing it. */
  look: (name: string) => Promise<FoundPicture>
  /** Inspects a picture and stores it. */
  store: (name: string) => Promise<FoundPicture>
}

const maxBytes = 20 * 1024 * 1024
const maxRemembered = 50_000
const sampleAddress = /^\/media\/sample\/([a-z]+)\/([a-z0-9-]{1,60})\.svg$/
/** Why a picture is refused, after its name. */
export const pictureFaults: Readonly<Record<ImageFault, string>> = {
  unknown: '不是 JPEG、PNG、WebP、GIF 或 AVIF 图片',
  huge: '超过 5000 万像素',
  broken: '已损坏，无法读取',
}

/**
 * Creates the finder of pictures by file name in the operator's folder, by name or address of a stored one, or by
 * address of a drawn sample. `onNew` is called before a picture is stored for the first time.
 */
export function pictureFinder(
  images: ImageStore,
  folder: string | undefined,
  onNew: (hash: string) => Promise<void>,
): PictureFinder {
  const known = new Map<string, FoundPicture>()
  const stored = new Set<string>()
  const remember = (name: string, found: FoundPicture) => {
    if (known.size > maxRemembered) for (const all of [known, stored]) all.clear()
    known.set(name, found)
    return found
  }
  const bytesOf = async (name: string): Promise<Buffer | string> => {
    const file = imageName(name)
    const bytes = file && (await images.get(imageHash(file) ?? ''))
    return bytes ?? readFrom(folder, file ?? name)
  }
  const look = async (name: string): Promise<FoundPicture> => {
    const [, kind = '', seed = ''] = sampleAddress.exec(name) ?? []
    if (isPictureKind(kind))
      return { src: name, ...pictureSize(kind), color: await samplePictureColor(kind, seed) }
    const bytes = await bytesOf(name)
    return typeof bytes === 'string' ? bytes : pictureIn(bytes, name)
  }
  return {
    look: async (name) => known.get(name) ?? remember(name, await look(name)),
    async store(name) {
      const seen = known.get(name)
      if (stored.has(name) && seen !== undefined) return seen
      if (typeof seen === 'string' || sampleAddress.test(name))
        return seen ?? remember(name, await look(name))
      const bytes = await bytesOf(name)
      const found = typeof bytes === 'string' ? bytes : await pictureIn(bytes, name, seen)
      const file = typeof found === 'string' ? undefined : imageName(found.src)
      if (file !== undefined && typeof bytes !== 'string') {
        const hash = hashOfBytes(bytes)
        if (!(await images.has(hash))) await onNew(hash)
        await images.put(file, bytes)
      }
      remember(name, found)
      stored.add(name)
      return found
    },
  }
}

/** Inspects bytes; `seen` is the earlier result, valid while the bytes are the same. */
async function pictureIn(bytes: Buffer, name: string, seen?: StoredPicture): Promise<FoundPicture> {
  if (seen !== undefined && imageHash(imageName(seen.src) ?? '') === hashOfBytes(bytes)) return seen
  const image = await inspectImage(bytes)
  if (typeof image === 'string') return `${name} ${pictureFaults[image]}`
  const { src, width, height, color } = image
  return { src, width, height, color }
}

async function readFrom(folder: string | undefined, name: string): Promise<Buffer | string> {
  if (folder === undefined) return `没有存过图片 ${name}；用命令导入时，--pictures 给出图片所在的文件夹`
  const file = path.resolve(folder, name)
  if (!file.startsWith(path.resolve(folder) + path.sep)) return `${name} 不在图片文件夹里`
  try {
    const { size } = await stat(file)
    return size > maxBytes ? `${name} 超过 ${maxBytes / 1024 / 1024} MB` : await readFile(file)
  } catch {
    return `图片文件夹里没有 ${name}`
  }
}
