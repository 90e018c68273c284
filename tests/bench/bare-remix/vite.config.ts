import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

/** The reference for pages rendered anew: Remix as it comes, built into the cache folder. */
export default defineConfig({
  publicDir: false,
  esbuild: { supported: { destructuring: true } },
  plugins: [
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
