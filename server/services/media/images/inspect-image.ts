import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { WorkerLimitError } from '../../serial-worker.ts'
import { hashOfBytes } from './image-name.ts'
import { imageFaults, type CleanedImage, type ImageFault, type InspectedImage } from './picture-tasks.ts'
import { paletteNames } from './placeholder-palette.ts'
import { pictureBytes, workOnPicture, type PictureClient } from './picture-work.ts'

const fault = z.enum(imageFaults)
const inspectedImage = z.object({
  name: z.string(),
  src: z.string(),
  width: z.int(),
  height: z.int(),
  color: z.enum(paletteNames),
})
const cleanedImage = z.object({ image: inspectedImage, bytes: pictureBytes })

/** What is known of bytes by their hash: previews and imports ask again and again about stored pictures. */
const inspected = new LRUCache<string, InspectedImage | ImageFault>({ max: 5000 })

/** Decodes a picture completely and describes it. */
export async function inspectImage(
  bytes: Buffer,
  client: PictureClient = 'imports',
): Promise<InspectedImage | ImageFault> {
  if (!isPictureFile(bytes)) return 'unknown'
  const hash = hashOfBytes(bytes)
  const known = inspected.get(hash)
  if (known !== undefined) return known
  const found = await unlessHeavy(
    workOnPicture(client, { kind: 'inspect', bytes }, z.union([fault, inspectedImage])),
  )
  if (found !== 'heavy') inspected.set(hash, found)
  return found
}

/** A picture without its metadata (picture-process/clean-image.ts); `always`: encoded anew also where it has none. */
export async function cleanImage(
  bytes: Buffer,
  { always, client = 'imports' }: { always: boolean; client?: PictureClient },
): Promise<CleanedImage | ImageFault> {
  if (!isPictureFile(bytes)) return 'unknown'
  const cleaned = await unlessHeavy(
    workOnPicture(client, { kind: 'clean', bytes, always }, z.union([fault, cleanedImage])),
  )
  if (typeof cleaned !== 'string') inspected.set(hashOfBytes(cleaned.bytes), cleaned.image)
  return cleaned
}

async function unlessHeavy<Result>(working: Promise<Result>): Promise<Result | 'heavy'> {
  return working.catch((error: unknown) => {
    if (error instanceof WorkerLimitError) return 'heavy'
    throw error
  })
}

const starts = ['ffd8ff', '89504e470d0a1a0a', '474946383761', '474946383961'].map((hex) =>
  Buffer.from(hex, 'hex'),
)

/** Whether the first bytes, 256 of them at most, are those of a JPEG, PNG, GIF, WebP or AVIF file. */
export function isPictureFile(bytes: Buffer): boolean {
  if (starts.some((start) => bytes.subarray(0, start.length).equals(start))) return true
  const [form, brand] = [bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)]
  if (form === 'RIFF') return brand === 'WEBP'
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256))
  return /avi[fs]/.test(brands)
}
