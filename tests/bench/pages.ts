import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { phoneAgent } from '#tests/support/browser.ts'
import { pageKinds } from '#tests/support/page-kinds.ts'
import { startProcess } from '#tests/support/site-process.ts'
import { wireBytes } from '#tests/support/wire-bytes.ts'
import { startSlowSite } from '#tests/support/slow-site.ts'

/** One row of a Markdown table. */
type Row = (string | number)[]

function printTable(head: string[], rows: Row[]): void {
  console.log(`\n| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
}

const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)
const headers = { 'user-agent': phoneAgent }

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function time(work: () => Promise<unknown>, rounds = 15): Promise<string> {
  await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times).toFixed(1)
}

/** Prints bytes and time of every page kind, the scripts of a first visit, the streaming proof and the cold start. */
export async function benchPages(): Promise<void> {
  const site = await startProcess()
  try {
    await printPages(site.url)
    await printStreaming(site.url)
  } finally {
    await site.stop()
  }
  await printColdStart()
}

async function printPages(url: string): Promise<void> {
  const rows: Row[] = []
  for (const [kind, address] of await pageKinds(url)) {
    const html = await (await fetch(url + address, { headers })).text()
    const sent = (await wireBytes(url + address)).length
    const blocking = [
      ...html.matchAll(/<link[^>]+rel="stylesheet"|<script(?![^>]*(?:type="module"|nonce))[^>]*src=/g),
    ].length
    const best = brotliCompressSync(Buffer.from(html)).length
    rows.push([
      kind,
      kilobytes(Buffer.byteLength(html)),
      kilobytes(sent),
      kilobytes(best),
      blocking,
      await time(() => fetch(url + address, { headers }).then((response) => response.text())),
    ])
  }
  printTable(['page', 'HTML KB', 'sent br KB', 'best br KB', 'blocking requests', 'ms median'], rows)

  const list = await (await fetch(`${url}/schoollist/shenzhen/`, { headers })).text()
  const files = new Set([...list.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([file]) => file))
  let total = 0
  for (const file of files) {
    total += (await wireBytes(url + file)).length
  }
  console.log(
    `\nscripts on a first visit of the school list: ${files.size} files, ${kilobytes(total)} KB in brotli`,
  )
}

async function printStreaming(url: string): Promise<void> {
  const schoolPath = (await pageKinds(url)).find(([kind]) => kind === 'school')?.[1] ?? '/'
  const slow = await startSlowSite(url, (pathname) =>
    /^\/api\/school\/(?:answers|graduates|similar)$/.test(pathname)
      ? new Promise((resolve) => setTimeout(resolve, 3000))
      : undefined,
  )
  const address = slow.url + schoolPath
  await fetch(`${slow.url}/`, { headers }).then((response) => response.text())
  const start = performance.now()
  const response = await fetch(address, { headers: { ...headers, 'accept-encoding': 'br' } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = await reader?.read()
  const firstAt = performance.now() - start
  let lateAt = 0
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    if (lateAt === 0 && /<div hidden id="S:\d/.test(chunk.value)) lateAt = performance.now() - start
  }
  await slow.stop()
  const held = first?.value?.includes('fallback') === true
  console.log(
    `\nAPI slowed by 3 s: first chunk after ${firstAt.toFixed(0)} ms (fallback in it: ${held}), late text ${(lateAt - firstAt).toFixed(0)} ms later`,
  )
}

async function printColdStart(): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const times: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const start = performance.now()
    const site = await startProcess({ DATA_DIR: dataDir })
    await fetch(`${site.url}/`, { headers }).then((response) => response.text())
    times.push(performance.now() - start)
    await site.stop()
  }
  rmSync(dataDir, { recursive: true, force: true })
  const [empty = Number.NaN, ...warm] = times
  console.log(
    `\nstart to first page: ${empty.toFixed(0)} ms with an empty data folder (sample made), ${median(warm).toFixed(0)} ms with the database there`,
  )
}
