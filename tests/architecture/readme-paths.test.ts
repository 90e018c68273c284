import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')
const topFolders = ['app', 'server', 'tests', 'public', '.readme']
/** Reports that a program writes, which need not be there yet. */
const generated = ['tests/bench/report.md']
/** File types of which a bare name, without a folder, names a file beside the document. */
const sourceName = /\.(?:tsx?|mjs|cjs|md)$/

const documents = [
  ...readdirSync(root),
  ...topFolders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(folder, name),
    ),
  ),
].filter((name) => name.endsWith('.md') && !generated.includes(name))

/** Fenced blocks, which hold commands, examples and the map of the folders. */
const fenced = /^ *```[\s\S]*?^ *```/gm

/** A document's faults: what it names in links and backticks and the repository does not have. */
function faultsOf(document: string): string[] {
  const folder = path.dirname(path.join(root, document))
  const text = readFileSync(path.join(root, document), 'utf8').replace(fenced, '')
  const links = [
    ...[...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target),
    ...[...text.matchAll(/\ssrc="([^"]+)"/g)].map(([, target = '']) => target),
  ]
  const names = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)
  return [
    ...links.filter((target) => !/^[a-z]+:/.test(target) && !isLinkTarget(folder, document, target)),
    ...names.filter((name) => namesPath(folder, name) && !isInRepository(folder, name)),
    ...names.filter((name) => isAddress(name) && !firstSegments.has(name.split('/')[1] ?? '')),
  ]
}

function isLinkTarget(folder: string, document: string, target: string): boolean {
  const [file = '', anchor] = target.split('#')
  const linked = file === '' ? path.join(root, document) : path.join(folder, file)
  if (!existsSync(linked)) return generated.includes(path.relative(root, linked))
  return anchor === undefined || (statSync(linked).isFile() && anchorsOf(linked).includes(anchor))
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8')
    .replace(fenced, '')
    .matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/**
 * Whether a name in backticks is a path of the repository: it begins with a top folder or a folder beside the document,
 * or is the name of a source file or document. Addresses, patterns and commands are none.
 */
function namesPath(folder: string, name: string): boolean {
  if (!/^[\w.@-][\w.@/-]*$/.test(name) || name.startsWith('..')) return false
  const [first = ''] = name.split('/')
  if (!name.includes('/')) return sourceName.test(name)
  return topFolders.includes(first) || existsSync(path.join(folder, first))
}

/** The first segments of the site's addresses: of its routes, a city's home page, courses, and files of the build. */
const firstSegments = new Set([
  '',
  ...[...readFileSync(path.join(root, 'app/routes.ts'), 'utf8').matchAll(/route\('(\w[^/']*)/g)].map(
    ([, first = '']) => first,
  ),
  ...cities.map(({ pinyin }) => pinyin),
  'staff',
  'builds',
  'assets',
])

/** Whether a name in backticks is an address of a page: it begins and ends with a slash. */
function isAddress(name: string): boolean {
  return /^\/(?:[\w{}.:*-]+\/)*$/.test(name)
}

function isInRepository(folder: string, name: string): boolean {
  if (generated.includes(path.relative(root, path.join(folder, name)))) return true
  return existsSync(path.join(folder, name)) || existsSync(path.join(root, name))
}

/** The paths that the map of the folders in the README names: a top folder, then what lies in it, indented. */
function pathsOfMap(): string[] {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  const [, map = ''] = /^## Map of the folders\n+```\n([\s\S]*?)^```/m.exec(readme) ?? []
  let top = ''
  return map.split('\n').flatMap((line) => {
    const [, own] = /^(\w+\/)/.exec(line) ?? []
    if (own !== undefined) {
      top = own
      return [own]
    }
    const inside = line.split(/\s+/).filter((word) => /^\w[\w.-]*(?:\/|\.tsx?|\.mjs)$/.test(word))
    return inside.map((name) => top + name)
  })
}

const decisionLists = ['app/decisions.md', 'server/decisions.md']
const partsOfDecision = ['Context', 'Choice', 'Rejected', 'Revisit when']

test.each(decisionLists)('every decision of %s has its four parts', (document) => {
  const [, ...decisions] = readFileSync(path.join(root, document), 'utf8').split(/^## /m)
  expect(decisions.length).toBeGreaterThan(10)
  const incomplete = decisions.filter(
    (text) => !partsOfDecision.every((part) => text.includes(`\n- **${part}**: `)),
  )
  expect(incomplete).toEqual([])
})

describe('what the documents name exists', () => {
  test.each(documents)('%s', (document) => {
    expect(faultsOf(document)).toEqual([])
  })

  test('the map of the folders', () => {
    const named = pathsOfMap()
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
  })

  test('every folder of app and server is on the map', () => {
    const folders = ['app', 'server'].flatMap((top) =>
      readdirSync(path.join(root, top), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${top}/${name}/`),
    )
    expect(folders.filter((folder) => !pathsOfMap().includes(folder))).toEqual([])
  })
})

test('a decision has a number of its own in both lists', () => {
  const numbers = ['app', 'server'].flatMap((folder) =>
    [...readFileSync(path.join(root, folder, 'decisions.md'), 'utf8').matchAll(/^## (\d+)\. /gm)].map(
      ([, number]) => number,
    ),
  )
  expect(numbers.length).toBeGreaterThan(30)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})
