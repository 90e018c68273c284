import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { projectRoot } from '#server/db/project-root.ts'
import { freePort } from '#tests/support/database/postgres.ts'
import { wireBytes } from '#tests/support/pages/wire-bytes.ts'
import type { Reference } from './start-reference.ts'

/**
 * Serves pages of a site as files from nginx, in brotli, each with its CSS as a second file; scripts and pictures come
 * from the site through it. Says in words what is missing where there is no nginx.
 */
export async function startNginx(
  site: string,
  paths: readonly string[],
): Promise<Reference | { missing: string }> {
  if (spawnSync('nginx', ['-v']).error) return { missing: 'nginx is not installed' }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-nginx-'))
  // Its workers run as another user.
  spawnSync('chmod', ['755', folder])
  const files = path.join(folder, 'files')
  for (const address of paths) await writePage(site, address, files)
  const port = await freePort()
  const template = readFileSync(path.join(projectRoot(), 'tests/bench/references/nginx.conf'), 'utf8')
  const config = template
    .replaceAll('{port}', String(port))
    .replaceAll('{site}', site)
    .replaceAll('{folder}', folder)
  writeFileSync(path.join(folder, 'nginx.conf'), config)
  const child = spawn('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await answering(url)
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The page with an empty style element and a link to its CSS. */
async function writePage(site: string, address: string, files: string): Promise<void> {
  const html = brotliDecompressSync(await wireBytes(site + address)).toString()
  const [, open = '', css = '', close = ''] =
    /(<style id="page-style"[^>]*>)([\s\S]*?)(<\/style>)/.exec(html) ?? []
  if (css === '') throw new Error(`${address} carries no CSS`)
  const folder = path.join(files, address)
  mkdirSync(folder, { recursive: true })
  const page = html.replace(
    open + css + close,
    () => `<link rel="stylesheet" href="${address}page.css">${open}${close}`,
  )
  writeFileSync(path.join(folder, 'page.br'), brotliCompressSync(Buffer.from(page)))
  writeFileSync(path.join(folder, 'page.css.br'), brotliCompressSync(Buffer.from(css)))
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer) return
    await wait(50)
  }
  throw new Error('nginx does not answer')
}
