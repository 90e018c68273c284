import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const worker = 'kiosk-worker.js'

type Options = {
  /** The built pages, which are part of the build id. */
  pages: string
  /** Where the entry's file name is written for the pages. */
  facts: string
  /** Further files of the site to precache. */
  files: readonly string[]
}

/**
 * Vite plugin of the check-in pages: writes the build id and the files to precache into the service worker, and the
 * entry's file name into `facts`. It runs in a build after that of the pages, whose changes are a new version too.
 */
export function kioskBuild({ pages, facts, files }: Options): Plugin {
  return {
    name: 'kiosk-build',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const own = Object.values(bundle).filter(({ fileName }) => fileName !== worker)
      const entry = own.find((file) => file.type === 'chunk' && file.isEntry)
      const script = bundle[worker]
      if (entry === undefined || script?.type !== 'chunk') this.error('the kiosk has an entry and a worker')
      const id = createHash('sha256').update(await readFile(pages))
      for (const { fileName } of own) id.update(fileName)
      const build = {
        id: id.digest('hex').slice(0, 16),
        entry: `/${entry.fileName}`,
        files: [...own.map(({ fileName }) => `/${fileName}`), ...files],
      }
      script.code = `const KIOSK_BUILD = ${JSON.stringify(build)};\n${script.code}`
      await mkdir(new URL('.', `file://${facts}`), { recursive: true })
      await writeFile(facts, JSON.stringify({ entry: build.entry }))
    },
  }
}
