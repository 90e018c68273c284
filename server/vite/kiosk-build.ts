import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const worker = 'kiosk-worker.js'

type Options = {
  /** The built pages, which are part of the build's name. */
  pages: string
  /** Where the name of the entry's file is written for the pages. */
  facts: string
  /** Further files of the site that a kiosk shows without a network. */
  files: readonly string[]
}

/**
 * Writes into the check-in pages' service worker which files it keeps and the name of this build, and tells the pages
 * the name of the entry's file. It belongs to a build after that of the pages: a change of theirs is a new version too.
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
