import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { pruneOldBuilds } from './prune-builds.ts'
import { finishBrowserBuild } from './finish-browser-build.ts'

const compressible = /\.(?:js|css|svg|json|webmanifest|txt)$/

/**
 * Vite plugin that finishes and precompresses the browser build of visitors' pages, and precompresses the files of further
 * folders: a .br and a .gz at the best level beside every text file. It runs in the last build: Remix writes its manifest
 * after the browser build has ended.
 */
export function precompress(folder: string, ...furtherFolders: string[]): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      await finishBrowserBuild(folder)
      await pruneOldBuilds(folder)
      for (const each of [folder, ...furtherFolders]) await compressFolder(each)
    },
  }
}

async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name))
  await Promise.all(paths.map(compressFile))
}

/** Compresses a file unless an earlier build did. */
async function compressFile(file: string): Promise<void> {
  const compressed = await stat(`${file}.gz`).catch(() => undefined)
  if (compressed !== undefined && compressed.mtimeMs > (await stat(file)).mtimeMs) return
  const content = await readFile(file)
  const [small, usual] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, usual)])
}
