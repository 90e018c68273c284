import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** How often a folder names what Remix keeps to itself. Comments do not count. */

const privateName =
  /\b(?:__remix\w+|serverHandoff\w+|renderMeta|staticHandlerContext|criticalCss|UNSAFE_\w+)\b|_root\.data|x-script/g

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
    .map((file) => path.join(folder, file))
}

function touches(file: string): number {
  const code = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
  return code.match(privateName)?.length ?? 0
}

/** Touches by folder: two levels deep, or the file itself. */
function touchesByFolder(): Record<string, number> {
  const found: Record<string, number> = {}
  for (const file of [...sources('app'), ...sources('server')]) {
    const count = touches(file)
    const folder = file.split(path.sep).slice(0, 2).join('/')
    if (count > 0) found[folder] = (found[folder] ?? 0) + count
  }
  return found
}

test('private names of Remix are touched in app/remix alone, eight times at most', () => {
  const { 'app/remix': inside = 0, ...outside } = touchesByFolder()
  expect(outside).toEqual({})
  expect(inside).toBeLessThanOrEqual(8)
})

test('what the router stores in history entries is read in app/remix alone', () => {
  const readers = sources('app').filter((file) => /= window\.history\.state/.test(readFileSync(file, 'utf8')))
  expect(readers.toSorted()).toEqual(['app/remix/history-index.ts', 'app/remix/history-key.ts'])
})

test('no build step rewrites the sources of a library', () => {
  const rewriting = [...sources('server/vite'), 'vite.config.ts'].filter((file) =>
    /\btransform\s*[(:]/.test(readFileSync(file, 'utf8')),
  )
  expect(rewriting).toEqual([])
})
