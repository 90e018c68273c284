import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { StoredPicture } from '#server/db/schema/columns.ts'
import { hashOfBytes, imageHash, imageName } from '../../media/images/image-name.ts'
import { cleanImage, inspectImage } from '../../media/images/inspect-image.ts'
import { pictureFaults, type InspectedImage } from '../../media/images/picture-tasks.ts'
import type { ImageStore } from '../../media/images/store.ts'

/** A picture that a file names, or a message why it is not usable. */
export type FoundPicture = StoredPicture | string

/** Finds the pictures that files name: in the operator's folder, in the store. */
export type PictureFinder = {
  /** Inspects a picture without storing it. */
  look: (name: string) => Promise<FoundPicture>
  /** Inspects a picture and stores it. */
  store: (name: string) => Promise<FoundPicture>
}

const maxBytes = 20 * 1024 * 1024
const maxRemembered = 50_000
/**
 * Creates the finder of pictures by file name in the operator's folder, or by name or address of a stored one. `onNew`
 * is called before a picture is stored for the first time.
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
  /** Stored pictures are taken as they are, files of the folder without their metadata. */
  const read = async (name: string): Promise<ReadPicture | string> => {
    const file = imageName(name)
    const stored = file && (await images.get(imageHash(file) ?? ''))
    if (stored) return readPicture(stored, name)
    const bytes = await readFrom(folder, file ?? name)
    return typeof bytes === 'string' ? bytes : cleanPicture(bytes, name)
  }
  const look = async (name: string): Promise<FoundPicture> => {
    const found = await read(name)
    return typeof found === 'string' ? found : found.picture
  }
  return {
    look: async (name) => known.get(name) ?? remember(name, await look(name)),
    async store(name) {
      const seen = known.get(name)
      if (stored.has(name) && seen !== undefined) return seen
      if (typeof seen === 'string') return seen
      const found = await read(name)
      if (typeof found === 'string') return remember(name, found)
      const { picture, file, bytes } = found
      const hash = hashOfBytes(bytes)
      if (!(await images.has(hash))) await onNew(hash)
      await images.put(file, bytes)
      remember(name, picture)
      stored.add(name)
      return picture
    },
  }
}

/** A usable picture with the bytes that are stored under the name `file`. */
type ReadPicture = { picture: StoredPicture; file: string; bytes: Buffer }

async function readPicture(bytes: Buffer, name: string): Promise<ReadPicture | string> {
  const image = await inspectImage(bytes)
  return typeof image === 'string' ? `${name} ${pictureFaults[image]}` : readPictureOf(image, bytes)
}

/** A picture from a camera is encoded anew, as one that is uploaded on a page; one without metadata stays as it is. */
async function cleanPicture(bytes: Buffer, name: string): Promise<ReadPicture | string> {
  const clean = await cleanImage(bytes, { always: false })
  return typeof clean === 'string'
    ? `${name} ${pictureFaults[clean]}`
    : readPictureOf(clean.image, clean.bytes)
}

function readPictureOf({ name: file, ...picture }: InspectedImage, bytes: Buffer): ReadPicture {
  return { picture, file, bytes }
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
