import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Project root: the nearest ancestor folder of a module with a package.json, for sources (server/**) and built files
 * (build/**) alike.
 */
export function projectRoot(moduleUrl: string = import.meta.url): string {
  let folder = path.dirname(fileURLToPath(moduleUrl))
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder)
    if (parent === folder) throw new Error(`no package.json above ${fileURLToPath(moduleUrl)}`)
    folder = parent
  }
  return folder
}
