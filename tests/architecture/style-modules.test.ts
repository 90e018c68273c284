import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'postcss'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/db/project-root.ts'

const folder = path.join(projectRoot(), 'app')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const scripts = files.filter((file) => /\.tsx?$/.test(file)).map(read)

/** Classes that a component takes by a value: `styles[tone]`. */
const byValue: Readonly<Record<string, readonly string[]>> = {
  'outcome-view.module.css': ['good', 'note', 'bad'],
  'open-day-rows.module.css': ['open', 'past'],
}

/** The local classes of a style module: those that its build renames. */
function localClasses(css: string): Set<string> {
  const names = new Set<string>()
  parse(css).walkRules(({ selector }) => {
    const local = selector.replace(/:global\([^()]*\)/g, '')
    for (const [, name = ''] of local.matchAll(/\.(-?[a-z_][\w-]*)/gi)) names.add(name)
  })
  return names
}

/** Classes that no importing component gives to anything: their rules never apply. */
function unusedClasses(file: string, css: string, components: readonly string[]): string[] {
  const base = path.basename(file)
  const text = components.filter((each) => each.includes(`/${base}'`)).join('\n')
  return [...localClasses(css)].filter(
    (name) => !new RegExp(`styles\\.${name}\\b`).test(text) && byValue[base]?.includes(name) !== true,
  )
}

test('every class of a style module is given to something: a shared class is written :global()', () => {
  const modules = files.filter((file) => file.endsWith('.module.css'))
  expect(modules.length).toBeGreaterThan(40)
  const dead = modules.flatMap((file) =>
    unusedClasses(file, read(file), scripts).map((name) => `${file}: .${name}`),
  )
  expect(dead).toEqual([])
})

test('the check finds a shared class that is not marked, and lets a marked one pass', () => {
  const component = "import styles from './a.module.css'\n<a className={styles.page} />"
  expect(unusedClasses('a.module.css', '.page .button { margin: 0 }', [component])).toEqual(['button'])
  expect(unusedClasses('a.module.css', '.page :global(.button) { margin: 0 }', [component])).toEqual([])
})

test('the picture viewer has the colours of the header above it, in either theme', () => {
  expect(read('routes/school/photo/photo-viewer.module.css')).not.toMatch(/#[\da-f]{3}|rgb|hsl/i)
  expect(read('layouts/clear.module.css')).not.toMatch(/#[\da-f]{3}|rgb|hsl/i)
})
