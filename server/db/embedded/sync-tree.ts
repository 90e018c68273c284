import fs from 'node:fs'
import path from 'node:path'

/** fsync of a file, or of a folder's directory entries. */
export function syncPath(target: string): void {
  const descriptor = fs.openSync(target, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/**
 * fsync of a folder with everything in it. A newly initialised database needs it before it serves: a power cut in the first
 * seconds would otherwise leave files of length zero.
 */
export function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const target = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(target)
    else syncPath(target)
  }
  syncPath(folder)
}
