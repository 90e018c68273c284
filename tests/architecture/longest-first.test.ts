import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { longest } from '#tests/support/runner/longest-first.ts'
import { suites } from '#tests/support/runner/suites.ts'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** A pattern of Vitest's as far as the suites use them: folders, parts of names, and one of several words. */
function matches(pattern: string, file: string): boolean {
  const source = pattern
    .replaceAll('.', '\\.')
    .replaceAll(/\{([^}]*)\}/g, (_, words: string) => `(?:${words.replaceAll(',', '|')})`)
    .replaceAll('**/', '<folders>')
    .replaceAll('*', '[^/]*')
    .replaceAll('<folders>', '(?:.*/)?')
  return new RegExp(`^${source}$`).test(file)
}

function suiteNamed(name: string) {
  for (const project of suites.projects ?? []) {
    if (typeof project === 'object' && 'test' in project && project.test?.name === name) return project.test
  }
  throw new Error(`no suite ${name}`)
}

test.each(Object.entries(longest))(
  'the longest files of %s are files that it runs, each once',
  (name, files) => {
    const { include = [], exclude = [] } = suiteNamed(name)
    const paths = files.map((file) => `tests/${file}.test.ts`)
    expect(new Set(paths).size).toBe(paths.length)
    const wrong = paths.filter(
      (file) =>
        !existsSync(path.join(root, file)) ||
        !include.some((pattern) => matches(pattern, file)) ||
        exclude.some((pattern) => matches(pattern, file)),
    )
    expect(wrong).toEqual([])
  },
)
