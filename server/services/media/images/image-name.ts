import { createHash } from 'node:crypto'

const folder = '/media/images/'
const shape = /^([\da-f]{32})\.(?:jpg|png|webp|gif|avif)$/

/** Address of a stored picture by its name, `{hash}.{extension}`. */
export function imageAddress(name: string): string {
  return folder + name
}

/** Name of a stored picture, from its name or its address on this site. */
export function imageName(src: string): string | undefined {
  const name = src.startsWith(folder) ? src.slice(folder.length) : src
  return shape.test(name) ? name : undefined
}

/** The hash in a stored picture's name. */
export function imageHash(name: string): string | undefined {
  return shape.exec(name)?.[1]
}

/** The hash that names stored bytes: 128 bits of their SHA-256. */
export function hashOfBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}
