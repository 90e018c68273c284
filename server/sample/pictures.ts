import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { imageName } from '#server/services/media/images/image-name.ts'
import { paletteNames } from '#server/services/media/images/placeholder-palette.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import { dataPath, readRows } from './read-rows.ts'

/** A line of `files/pictures.jsonl`; `cities`: the only ones that the view suits. */
const listed = z.strictObject({
  name: z.string(),
  src: z.string(),
  width: z.int(),
  height: z.int(),
  color: z.enum(paletteNames),
  cities: z.array(z.string()).optional(),
})
type ListedPicture = z.infer<typeof listed>

let known: ReadonlyMap<string, ListedPicture> | undefined

/** The sample pictures by the name of their file, in the order of `files/pictures.jsonl`, which is read once. */
export function listPictures(): ReadonlyMap<string, ListedPicture> {
  known ??= new Map(readRows('pictures.jsonl', listed).map((picture) => [picture.name, picture]))
  return known
}

/** The bytes of a sample picture. */
export function readPicture(name: string): Promise<Buffer> {
  return readFile(dataPath(`pictures/${name}.avif`))
}

/** Puts the sample pictures into the site's store, as an import does with an operator's. */
export async function storePictures(images: Pick<ImageStore, 'put'>): Promise<void> {
  for (const { name, src } of listPictures().values()) {
    await images.put(imageName(src) ?? '', await readPicture(name))
  }
}
