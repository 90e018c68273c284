import { createHash } from 'node:crypto'

const folder = '/media/images/'
const shape = /^([\da-f]{32})\.(?:jpg|png|webp|gif|avif)$/

/** The address of a kept picture by its name, `{hash}.{extension}`. */
export function imageAddress(name: string): string {
  return folder + name
}

/** The name of a kept picture, given by its name or its address on this site. */
export function imageName(src: string): string | undefined {
  const name = src.startsWith(folder) ? src.slice(folder.length) : src
  return shape.test(name) ? name : undefined
}

/** What a picture is kept under: the hash in its name. */
export function imageHash(name: string): string | undefined {
  return shape.exec(name)?.[1]
}

/** The hash under which bytes are kept: 128 bits of their SHA-256. */
export function hashOfBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}
