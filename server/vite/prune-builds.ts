import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Earlier builds whose files stay: a page loaded before a deployment still requests them. */
const earlierBuilds = 2
const beginning = 'browser-build-begun'
const serverAssets = 'server-assets.json'

/** List of the files under /assets/ by build, the latest first; beside the folder of the browser's files. */
export const buildsList = 'browser-builds.json'

/** Vite plugin that stores when a browser build begins: newer files in the folder, which is not emptied, belong to it. */
export function beginBrowserBuild(folder: string): Plugin {
  return {
    name: 'begin-browser-build',
    apply: 'build',
    async buildStart() {
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, '..', beginning), '')
    },
  }
}

/**
 * Vite plugin of the server build: lists its style sheets and pictures. Remix moves them into the folder of the browser's
 * files unless an earlier build did, whose file keeps its time.
 */
export function listServerAssets(folder: string): Plugin {
  return {
    name: 'list-server-assets',
    apply: 'build',
    async writeBundle(_, bundle) {
      const names = Object.values(bundle).flatMap(({ type, fileName }) =>
        type === 'asset' ? [fileName] : [],
      )
      await writeFile(path.join(folder, '..', serverAssets), JSON.stringify(names))
    },
  }
}

/** Removes files that belong neither to this build nor to the two before it; metadata of builds stays. */
export async function pruneOldBuilds(folder: string): Promise<void> {
  const begun = (await stat(path.join(folder, '..', beginning))).mtimeMs
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  const times = await Promise.all(names.map((name) => stat(path.join(folder, name))))
  const ofServer = await readList<string>(path.join(folder, '..', serverAssets))
  const fresh = new Set(
    names.filter((name, at) => (times[at]?.mtimeMs ?? 0) >= begun || ofServer.includes(name)),
  )
  const list = path.join(folder, '..', buildsList)
  const latest = [...fresh].filter((name) => name.startsWith('assets/')).toSorted()
  const before = (await readList<string[]>(list)).filter((build) => build.join() !== latest.join())
  const builds = [latest, ...before].slice(0, 1 + earlierBuilds)
  const needed = new Set([...fresh, ...builds.flat()])
  const old = names.filter((name) => !needed.has(name) && !name.startsWith('builds/'))
  const files = old.flatMap((name) => ['', '.br', '.gz'].map((ending) => path.join(folder, name + ending)))
  await Promise.all(files.map((file) => rm(file, { force: true })))
  await writeFile(list, JSON.stringify(builds))
}

/** A list that a build stored; empty when there is none. */
async function readList<Item>(file: string): Promise<Item[]> {
  try {
    const list: Item[] = JSON.parse(await readFile(file, 'utf8'))
    return list
  } catch {
    return []
  }
}
