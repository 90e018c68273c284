import { readFileSync } from 'node:fs'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import { pageModuleOf } from './page-module.ts'

/** The module `virtual:list-page`: the components of the page that `LIST_PAGE` names. */
function listPage(): Plugin {
  const name = 'virtual:list-page'
  return {
    name: 'list-page',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => {
      const file = process.env['LIST_PAGE']
      return id === `\0${name}` && file !== undefined ? pageModuleOf(readFileSync(file, 'utf8')) : undefined
    },
  }
}

/** The reference for pages rendered anew: Remix as it comes, built into the cache folder. */
export default defineConfig({
  publicDir: false,
  esbuild: { supported: { destructuring: true } },
  plugins: [
    listPage(),
    remix({
      appDirectory: 'tests/bench/bare-remix/app',
      buildDirectory: '.cache/bench/bare-remix',
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
      },
    }),
  ],
})
