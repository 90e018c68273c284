import fs from 'node:fs'
import path from 'node:path'

/** Forces one file, or one folder's list of names, to the disk. */
export function syncPath(target: string): void {
  const descriptor = fs.openSync(target, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/**
 * Forces a folder with everything in it to the disk. A freshly made database needs this before it serves:
 * without it a power cut in the first seconds leaves files of length zero.
 */
export function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const target = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(target)
    else syncPath(target)
  }
  syncPath(folder)
}
