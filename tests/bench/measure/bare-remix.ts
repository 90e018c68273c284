import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/db/project-root.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import { defaultQuality } from '#server/site/compression.ts'
import { schoolCardView } from '#app/schools/school-card-view.ts'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { startReference, type Reference } from './start-reference.ts'

const folder = path.join(projectRoot(), '.cache/bench')
const build = path.join(folder, 'bare-remix')

/**
 * Builds the bare Remix app and starts it with the list page of a site: the same elements, the same data, the same
 * compression.
 */
export async function startBareRemix(site: string): Promise<Reference> {
  mkdirSync(folder, { recursive: true })
  const page = path.join(folder, 'list-page.html')
  const data = path.join(folder, 'list-page.json')
  const shown = await fetch(`${site}/schoollist/shenzhen/`, { headers: { 'user-agent': phoneAgent } })
  if (!shown.ok) throw new Error(`the list page answered ${shown.status}`)
  writeFileSync(page, await shown.text())
  writeFileSync(data, JSON.stringify(await dataOf(site)))
  const config = 'tests/bench/bare-remix/vite.config.ts'
  const made = spawnSync('npx', ['remix', 'vite:build', '--config', config], {
    cwd: projectRoot(),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', LIST_PAGE: page },
  })
  if (made.status !== 0) throw new Error(`the bare Remix app was not built: ${made.stderr}`)
  return startReference('bare-remix-server.mjs', [
    path.join(build, 'server/index.js'),
    data,
    String(defaultQuality),
  ])
}

/** What the list page's loader hands to the browser. */
async function dataOf(site: string) {
  const answer: { data: unknown } = await (await fetch(`${site}/api/schools?city_code=4403`)).json()
  const { items, total, facets } = listSchools.data.parse(answer.data)
  return { total, cards: items.map((school) => schoolCardView(school)), counts: facets }
}
