import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '#server/db/project-root.ts'
import { buildsList } from '#server/vite/prune-builds.ts'

const build = path.join(projectRoot(), 'build')

/** Names of the files under /assets/ of the latest build that end so; files of earlier ones lie beside them. */
export function builtNames(ending: string): string[] {
  const [latest = []]: string[][] = JSON.parse(readFileSync(path.join(build, buildsList), 'utf8'))
  return latest.filter((name) => name.endsWith(ending)).map((name) => name.slice('assets/'.length))
}

/** Text of a built file of the browser, by its path below the site's root. */
export function builtText(file: string): Promise<string> {
  return readFile(path.join(build, 'client', file), 'utf8')
}
