import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { projectRoot } from '../project-root.ts'

/** The part of it that is used here; a package for development is not imported in the product. */
type Esbuild = {
  buildSync: (options: object) => { outputFiles: { path: string; contents: Uint8Array }[] }
}

/**
 * Bundles programs from their sources, by name, for development and tests: Node 20 reads no TypeScript, and a loader
 * takes longer at every start. Returns a folder under `.cache` that has `<name>.js` of each; packages are not bundled.
 */
export function bundleSources(programs: Readonly<Record<string, string>>): string {
  const { buildSync }: Esbuild = createRequire(import.meta.url)('esbuild')
  const { outputFiles } = buildSync({
    entryPoints: programs,
    bundle: true,
    write: false,
    outdir: '/',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    absWorkingDir: projectRoot(),
    logLevel: 'error',
  })
  const hash = createHash('sha256')
  for (const { path: name, contents } of outputFiles) hash.update(name).update(contents)
  const folder = path.join(projectRoot(), '.cache', `bundled-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(folder)) return folder

  mkdirSync(path.dirname(folder), { recursive: true })
  // Under another name first, so that whoever finds it finds it whole.
  const draft = mkdtempSync(`${folder}-`)
  chmodSync(draft, 0o755)
  for (const { path: name, contents } of outputFiles) writeFileSync(path.join(draft, name), contents)
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error // otherwise another process was first
  }
  return folder
}
