import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|svg|json|webmanifest|txt)$/

/**
 * Writes a .br and a .gz at the best level beside every text file of the browser build. It belongs to the last
 * build of all: Remix writes its manifest after the browser build has ended.
 */
export function precompress(folder: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
      const paths = files.map((entry) => path.join(entry.parentPath, entry.name))
      await Promise.all(paths.filter(isManifest).map(dropStyles))
      await Promise.all(paths.map(compressFile))
    },
  }
}

function isManifest(file: string): boolean {
  return /^manifest-\w+\.js$/.test(path.basename(file))
}

/** Every document brings its styles and pages are left by plain links, so that no script asks for another page's. */
async function dropStyles(file: string): Promise<void> {
  const manifest = await readFile(file, 'utf8')
  await writeFile(file, manifest.replace(/"css":\[[^\]]*\]/g, '"css":[]'))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  const [small, usual] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, usual)])
}
