import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the checkout: the nearest ancestor of a module that holds a package.json.
 * Sources (server/**) and built files (build/**) both run inside it.
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
