import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#server/db/project-root.ts'
import { listSchools } from '#server/contract/schools.ts'
import { cardView } from '#app/ui/card-view.ts'
import { phoneAgent } from '#tests/support/browser.ts'
import type { ListPage, PlainLink } from '../bare-remix/app/page-data.ts'
import { startReference, type Reference } from './start-reference.ts'

const build = path.join(projectRoot(), '.cache/bench/bare-remix')

/** Builds the bare Remix app and starts it with the list page of a site: the same cards, filters and links. */
export async function startBareRemix(site: string): Promise<Reference> {
  const config = 'tests/bench/bare-remix/vite.config.ts'
  const made = spawnSync('npx', ['remix', 'vite:build', '--config', config], {
    cwd: projectRoot(),
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (made.status !== 0) throw new Error(`the bare Remix app was not built: ${made.stderr}`)
  mkdirSync(build, { recursive: true })
  const data = path.join(build, 'page.json')
  writeFileSync(data, JSON.stringify(await listPageOf(site)))
  return startReference('bare-remix-server.mjs', [path.join(build, 'server/index.js'), data])
}

async function listPageOf(site: string): Promise<ListPage> {
  const answer: { data: unknown } = await (await fetch(`${site}/api/schools?city_code=4403`)).json()
  const { items, facets } = listSchools.data.parse(answer.data)
  const page = await fetch(`${site}/schoollist/shenzhen/`, { headers: { 'user-agent': phoneAgent } })
  const html = await page.text()
  const [head = '', ...cards] = html.split('<li id="school-')
  const tail = cards.at(-1)?.split('</ul>').slice(1).join('</ul>') ?? ''
  return {
    title: /<title>([^<]*)/.exec(html)?.[1] ?? '',
    before: linksIn(head),
    filters: Object.entries(facets).map(([name, values]) => ({
      name,
      terms: values.map(({ value, count }) => ({ slug: value, count })),
    })),
    cards: items.map((school) => cardView(school)),
    after: linksIn(tail),
  }
}

function linksIn(html: string): PlainLink[] {
  return [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, href = '', inner = '']) => ({
      href: href.replaceAll('&amp;', '&'),
      text: inner.replace(/<[^>]*>/g, ''),
    }),
  )
}
