import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '../project-root.ts'
import { bundleSources } from './bundle-sources.ts'

/** The extension of this module's file tells whether it runs from source or from the build. */
const fromSource = import.meta.url.endsWith('.ts')

const bundled = new Map<string, string>()

/** The file of a program that runs in a thread or process of its own: `name` of the build, `source` in the project. */
export function programFile(name: string, source: string): string {
  if (fromSource) {
    const folder = bundled.get(name) ?? bundleSources({ [name]: path.join(projectRoot(), source) })
    bundled.set(name, folder)
    return path.join(folder, `${name}.js`)
  }
  const beside = path.join(path.dirname(fileURLToPath(import.meta.url)), `${name}.js`)
  return existsSync(beside) ? beside : path.join(projectRoot(), 'build/process', `${name}.js`)
}
