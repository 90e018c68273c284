import { statfs } from 'node:fs/promises'

/** Bytes that the site may still use on the disk of a folder. */
export async function freeDiskBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
