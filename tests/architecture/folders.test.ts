import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/db/project-root.ts'

/** The import paths of a file, type-only imports included. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(
    readFileSync(path.join(projectRoot(), file), 'utf8'),
    true,
    true,
  )
  return importedFiles.map(({ fileName }) => fileName)
}

/** The file of the repository that an import names; undefined for a package. */
function importedFile(from: string, name: string): string | undefined {
  if (/^#(?:app|server)\//.test(name)) return name.slice(1)
  return name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : undefined
}

/** The two folders beside each other that an import leads from and to; undefined within one folder and its parents. */
function siblingFolders(from: string, to: string): [string, string] | undefined {
  const [a, b] = [path.posix.dirname(from).split('/'), path.posix.dirname(to).split('/')]
  const at = a.findIndex((name, index) => name !== b[index])
  if (at < 0 || at >= b.length) return undefined
  return [a.slice(0, at + 1).join('/'), b.slice(0, at + 1).join('/')]
}

/** Pairs of folders that import each other, with an import of each direction. */
function foundPairs(imports: readonly (readonly [from: string, to: string])[]): Map<string, string[]> {
  const examples = new Map<string, string>()
  for (const [from, to] of imports) {
    const folders = siblingFolders(from, to)
    if (folders !== undefined) examples.set(folders.join(' <-> '), `${from} -> ${to}`)
  }
  const pairs = new Map<string, string[]>()
  for (const [there, example] of examples) {
    const [one = '', other = ''] = there.split(' <-> ')
    const back = examples.get(`${other} <-> ${one}`)
    if (back !== undefined && one < other) pairs.set(there, [example, back])
  }
  return pairs
}

/** The sources of the product, by their paths. */
function productFiles(): string[] {
  return ['app', 'server'].flatMap((top) =>
    readdirSync(path.join(projectRoot(), top), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs|css)$/.test(name))
      .map((name) => path.posix.join(top, name)),
  )
}

function importsOfTheProduct(): [string, string][] {
  return productFiles()
    .filter((name) => !name.endsWith('.css'))
    .flatMap((from) =>
      importsOf(from).flatMap((imported): [string, string][] => {
        const to = importedFile(from, imported)
        return to === undefined ? [] : [[from, to]]
      }),
    )
}

/** One of two folders stands below the other: a shared type belongs to the folder below, a composition to the one above. */
test('two folders beside each other never import each other', () => {
  expect(Object.fromEntries(foundPairs(importsOfTheProduct()))).toEqual({})
}, 60_000)

test('imports between folders of folders count for the folders beside each other', () => {
  const there = ['app/ui/text/format.ts', 'app/visitor/state.ts'] as const
  const back = ['app/visitor/state.ts', 'app/ui/toast.tsx'] as const
  expect([...foundPairs([there, back]).keys()]).toEqual(['app/ui <-> app/visitor'])
  expect(foundPairs([there]).size).toBe(0)
  const parent = ['app/ui/text/format.ts', 'app/ui/toast.tsx'] as const
  expect(foundPairs([parent, ['app/ui/toast.tsx', 'app/ui/text/format.ts']]).size).toBe(0)
})

test('no folder holds more than 40 files', () => {
  const counts = new Map<string, number>()
  for (const file of productFiles()) {
    const folder = path.posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  expect([...counts].filter(([, files]) => files > 40)).toEqual([])
})
