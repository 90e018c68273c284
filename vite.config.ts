import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type UserConfig } from 'vite'
import type { ViteUserConfig } from 'vitest/config'
import { future } from './app/remix/future.ts'
import { staffPrefix } from './server/contract/staff/staff-paths.ts'
import { beginBrowserBuild, listServerAssets } from './server/vite/prune-builds.ts'
import { kioskBuild } from './server/vite/kiosk-build.ts'
import { precompress } from './server/vite/precompress.ts'

const root = path.dirname(fileURLToPath(import.meta.url))

/** Small modules that most pages need and that bring no styles: together they are one request and compress better. */
const shared = [
  'app/navigation/',
  'app/media/near-viewport.',
  'app/media/picture-cache.',
  'app/media/picture.',
  'app/media/retries.',
  'app/media/use-picture.',
  'app/seo/',
  'app/toggles/',
  'app/visitor/',
  'app/api/transport-error-text.',
  'server/contract/child/child-query.',
  'app/child/verdict-text.',
  'app/city/city-of-path.',
  'app/cookies/marker-cookie.',
  'app/dialogs/can-show-modal.',
  'app/dialogs/modal-link.',
  'app/frame/brand-mark.',
  'app/accounts/app-config',
  'app/schools/wrong-here.',
  'app/share/hint-event.',
  'app/share/is-wechat.',
  'app/share/page-card.',
  'app/share/poster-link.',
  'app/share/share-button.',
  'app/share/wechat-share.',
  'app/paths.',
  'app/root-data.',
  'app/remix/build-id.',
  'app/remix/document-context.',
  'app/remix/page-data.',
  'app/remix/page-modules.',
  'app/remix/route-modules.',
  'app/ui/icon.',
  'app/ui/optional-boundary.',
  'app/ui/page-link.',
  'app/ui/reduced-motion.',
  'app/ui/text/format.',
  'app/ui/text/money.',
  'app/ui/text/school-text.',
  'app/ui/toast.',
  'app/ui/toast-style.',
  'app/ui/use-hydrated.',
  'server/contract/catalogue/typed-records.',
  'server/contract/cities.',
  'server/contract/codes.',
  'server/contract/vocabulary.',
].map((prefix) => path.join(root, prefix))

/** Cards of teachers and graduates: small modules of one style sheet, which a school's page shows together. */
const people = ['graduate-cards.', 'people.module.', 'portrait.', 'teacher-cards.'].map((prefix) =>
  path.join(root, 'app/routes/school/people', prefix),
)

function chunkOf(id: string): string | undefined {
  // Only WeChat's own browser loads it.
  if (id.includes('/node_modules/weixin-js-sdk/')) return undefined
  if (id.includes('/node_modules/')) return 'vendor'
  if (people.some((prefix) => id.startsWith(prefix))) return 'people'
  return shared.some((prefix) => id.startsWith(prefix)) ? 'shared' : undefined
}

const browserFiles = path.join(root, 'build/client')

/** build/client and build/server: the pages. */
function pages(isSsrBuild: boolean): UserConfig {
  return {
    plugins: [
      isSsrBuild ? listServerAssets(browserFiles) : beginBrowserBuild(browserFiles),
      remix({
        future: { ...future, v3_routeConfig: true },
      }),
    ],
    esbuild: { supported: { destructuring: true } },
    optimizeDeps: {
      // Found only while a page loads, each would load it again.
      include: ['idb', 'react-dom', 'weixin-js-sdk'],
      esbuildOptions: { target: 'es2022' },
    },
    build: {
      // Files of earlier builds stay until the last step sorts them out.
      emptyOutDir: false,
      cssMinify: 'lightningcss',
      target: isSsrBuild ? 'node20' : ['chrome64', 'safari12'],
      // The floor of the product, for style sheets too.
      cssTarget: ['chrome64', 'ios12', 'firefox67'],
      ...(isSsrBuild
        ? // One file: pages look for styles and for the API beside it.
          { rollupOptions: { output: { inlineDynamicImports: true } } }
        : {
            minify: 'terser' as const,
            terserOptions: { module: true, ecma: 2017, compress: { passes: 3 }, format: { comments: false } },
            rollupOptions: {
              output: {
                manualChunks: chunkOf,
                // A page names some twenty of them in its first round trip: words would cost it 200 bytes.
                entryFileNames: 'assets/[hash:7].js',
                chunkFileNames: 'assets/[hash:7].js',
                assetFileNames: 'assets/[hash:7][extname]',
              },
            },
          }),
    },
  }
}

/** build/staff: the pages of the staff area, a second Remix app that shares no file of the browser with visitors' pages. */
function staffPages(isSsrBuild: boolean): UserConfig {
  return {
    base: staffPrefix,
    publicDir: false,
    // Beside the one of visitors' pages, which `npm run dev` serves in the same process.
    cacheDir: 'node_modules/.vite-staff',
    plugins: [
      remix({
        appDirectory: 'app/staff',
        basename: staffPrefix,
        buildDirectory: 'build/staff',
        future: { ...future, v3_routeConfig: true },
      }),
    ],
    optimizeDeps: { include: ['react-dom'], esbuildOptions: { target: 'es2022' } },
    build: {
      target: isSsrBuild ? 'node20' : 'es2020',
      ...(isSsrBuild ? { rollupOptions: { output: { inlineDynamicImports: true } } } : {}),
    },
  }
}

/** The check-in pages' own scripts and their service worker, beside the pages that were built before. */
const kiosk: UserConfig = {
  publicDir: false,
  plugins: [
    kioskBuild({
      pages: path.join(root, 'build/server/index.js'),
      facts: path.join(root, 'build/server/kiosk.json'),
      files: ['/favicon.svg', '/manifest.webmanifest'],
    }),
  ],
  esbuild: { supported: { destructuring: true } },
  build: {
    outDir: 'build/client',
    emptyOutDir: false,
    cssMinify: 'lightningcss',
    target: ['chrome64', 'safari12'],
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { kiosk: 'app/check-ins/kiosk/main.ts', 'kiosk-worker': 'app/check-ins/kiosk/worker.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'kiosk-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
}

/** build/process: the server around the pages, the operator's commands and the threads' programs. */
const processBuild: UserConfig = {
  publicDir: false,
  plugins: [precompress('build/client', 'build/staff/client')],
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/process',
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        cli: 'server/cli/index.ts',
        embedded: 'server/embedded.ts',
        'database-worker': 'server/db/embedded/worker.ts',
        'text-worker': 'server/services/content/texts/text-worker.ts',
        'picture-process': 'server/services/media/process/entry.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
}

/** The suites, and Vitest's own classes, are loaded for tests alone. */
async function tests(): Promise<ViteUserConfig> {
  const { suites } = await import('./tests/support/runner/suites.ts')
  return { root, test: suites }
}

export default defineConfig(({ isSsrBuild, mode }) => {
  if (process.env['VITEST']) return tests()
  if (mode === 'kiosk') return kiosk
  if (mode === 'staff') return staffPages(isSsrBuild === true)
  return mode === 'process' ? processBuild : pages(isSsrBuild === true)
})
