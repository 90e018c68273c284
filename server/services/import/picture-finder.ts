import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { StoredPicture } from '#server/db/schema/columns.ts'
import { imageName, type ImageStore } from '../images/store.ts'
import { isPictureKind, pictureColor, pictureSize } from '../pictures/pictures.ts'

/** Finds the pictures that files name: a picture, or in words why there is none. */
export type PictureFinder = (name: string) => Promise<StoredPicture | string>

const usualColor = 'mist'
const mostBytes = 20 * 1024 * 1024
const sampleAddress = /^\/media\/sample\/([a-z]+)\/([a-z0-9-]{1,60})\.svg$/

/**
 * Pictures by the name of a file in the operator's folder, which the store then keeps; by the name or address of a
 * kept one; by the address of a drawn sample.
 */
export function pictureFinder(images: ImageStore, folder: string | undefined): PictureFinder {
  const found = new Map<string, StoredPicture | string>()
  const find = async (name: string): Promise<StoredPicture | string> => {
    const [, kind = '', seed = ''] = sampleAddress.exec(name) ?? []
    if (isPictureKind(kind)) return { src: name, ...pictureSize(kind), color: pictureColor(kind, seed) }
    const kept = imageName(name)
    const bytes = (kept && (await images.get(kept))) ?? (await readFrom(folder, kept ?? name))
    if (typeof bytes === 'string') return bytes
    const image = await images.put(bytes)
    return image === undefined
      ? `${name} 不是 JPEG、PNG、WebP、GIF 或 AVIF 图片`
      : { ...image, color: usualColor }
  }
  return async (name) => {
    const known = found.get(name) ?? (await find(name))
    if (found.size > 10_000) found.clear()
    found.set(name, known)
    return known
  }
}

async function readFrom(folder: string | undefined, name: string): Promise<Buffer | string> {
  if (folder === undefined) return `没有图片 ${name};图片所在的文件夹用 --pictures 给出`
  const file = path.resolve(folder, name)
  if (!file.startsWith(path.resolve(folder) + path.sep)) return `${name} 不在图片文件夹里`
  try {
    const { size } = await stat(file)
    return size > mostBytes ? `${name} 超过 ${mostBytes / 1024 / 1024} MB` : await readFile(file)
  } catch {
    return `图片文件夹里没有 ${name}`
  }
}
