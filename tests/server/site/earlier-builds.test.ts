import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import { build } from 'vite'
import { beginBrowserBuild, listServerAssets } from '#server/vite/prune-builds.ts'
import { precompress } from '#server/vite/precompress.ts'
import { openStaticFiles } from '#server/site/static-files.ts'

/** Builds a script that says something, and a public file, into one place, as `npm start` does after a change. */
async function deploy(root: string, words: string, publicFile: string): Promise<string> {
  const folder = path.join(root, 'build/client')
  writeFileSync(path.join(root, 'entry.js'), `console.log(${JSON.stringify(words)})`)
  const publicDir = mkdtempSync(path.join(root, 'public-'))
  writeFileSync(path.join(publicDir, publicFile), '')
  const output = { entryFileNames: 'assets/[hash:8].js' }
  const made = await build({
    configFile: false,
    root,
    publicDir,
    logLevel: 'silent',
    plugins: [beginBrowserBuild(folder), precompress(folder)],
    build: {
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: { input: path.join(root, 'entry.js'), output },
    },
  })
  const [chunk] = 'output' in made ? made.output : []
  return `/${chunk?.fileName}`
}

/**
 * The same for pages with a style sheet that only the server names: the browser's build, the server's build with Remix's
 * way of moving files, and the last step. Returns the address of the sheet.
 */
async function deployWithSheet(root: string, words: string): Promise<string> {
  const folder = path.join(root, 'build/client')
  const server = path.join(root, 'build/server')
  writeFileSync(path.join(root, 'entry.js'), `console.log(${JSON.stringify(words)})`)
  writeFileSync(path.join(root, 'print.css'), 'nav{display:none}')
  writeFileSync(path.join(root, 'page.js'), `export { default } from './print.css?url'`)
  const usual = { configFile: false, root, publicDir: false, logLevel: 'silent' } as const
  const input = path.join(root, 'entry.js')
  await build({
    ...usual,
    plugins: [beginBrowserBuild(folder)],
    build: { outDir: folder, emptyOutDir: false, rollupOptions: { input } },
  })
  await build({
    ...usual,
    plugins: [listServerAssets(folder)],
    build: {
      outDir: server,
      ssr: true,
      ssrEmitAssets: true,
      assetsInlineLimit: 0,
      rollupOptions: { input: path.join(root, 'page.js') },
    },
  })
  const [sheet = ''] = readdirSync(path.join(server, 'assets'))
  const moved = path.join(folder, 'assets', sheet)
  if (!existsSync(moved)) renameSync(path.join(server, 'assets', sheet), moved)
  await build({
    ...usual,
    plugins: [precompress(folder)],
    build: { outDir: path.join(root, 'build/process'), ssr: true, rollupOptions: { input } },
  })
  return `/assets/${sheet}`
}

/** The texts at some addresses as a process answers that was started now. */
async function servedFrom(root: string, addresses: readonly string[]): Promise<(string | undefined)[]> {
  const { answer: file } = await openStaticFiles(path.join(root, 'build/client'))
  const answers = addresses.map((address) => file(new Request(`http://site.example${address}`), address))
  return Promise.all(answers.map(async (answer) => answer?.text()))
}

test('after a deployment the scripts of previous builds are served, older ones and removed files are not', async () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'deployments-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const addresses: string[] = []
  for (const words of ['first', 'second', 'second', 'third', 'fourth']) {
    const address = await deploy(root, words, words === 'first' ? 'gone.txt' : 'robots.txt')
    if (!addresses.includes(address)) addresses.push(address)
    const served = await servedFrom(root, addresses)
    expect(served.at(-1)).toContain(words)
    expect(served.slice(-3)).not.toContain(undefined)
  }
  expect(addresses).toHaveLength(4)
  const served = await servedFrom(root, [...addresses, '/gone.txt', '/robots.txt'])
  expect(served.map((text) => text !== undefined)).toEqual([false, true, true, true, false, true])
  const remaining = readdirSync(path.join(root, 'build/client/assets'))
  expect(remaining.filter((name) => name.endsWith('.gz'))).toHaveLength(3)
})

test('a style sheet that only the server names is served after every deployment', async () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'deployments-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const words of ['first', 'second', 'third', 'fourth', 'fifth']) {
    const address = await deployWithSheet(root, words)
    expect([words, await servedFrom(root, [address])]).toEqual([words, ['nav{display:none}\n']])
  }
})
