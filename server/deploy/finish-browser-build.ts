import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

type Route = { module: string; imports?: string[]; css?: string[] } & Record<string, unknown>
type Manifest = {
  version: string
  entry: { imports: string[]; css?: string[] } & Record<string, unknown>
  routes: Record<string, Route>
}

const opening = 'window.__remixManifest='

/**
 * Makes of Remix's browser build what this site serves: a manifest of what a browser reads only, the styles of all pages
 * as one file for documents that are navigated inside, and the build's metadata. Does nothing to a finished one.
 */
export async function finishBrowserBuild(folder: string): Promise<void> {
  const assets = path.join(folder, 'assets')
  const file = await latestManifest(assets)
  if (file === undefined) return
  const text = await readFile(file, 'utf8')
  const manifest: Manifest = JSON.parse(text.slice(opening.length).replace(/;\s*$/, ''))
  if (manifest.entry.imports.length === 0) return
  await writeFile(path.join(assets, `pages-${manifest.version}.css`), await stylesOf(folder, manifest))
  await writeFile(file, `${opening}${JSON.stringify(leanManifest(await pagesOnly(folder, manifest)))};`)
  await writeMetadata(path.join(folder, 'builds'), manifest.version)
}

/** Those of earlier builds lie beside it. */
async function latestManifest(assets: string): Promise<string | undefined> {
  const names = (await readdir(assets)).filter((name) => /^manifest-\w+\.js$/.test(name))
  const dated = await Promise.all(
    names.map(async (name) => {
      const file = path.join(assets, name)
      return { file, at: (await stat(file)).mtimeMs }
    }),
  )
  return dated.toSorted((one, other) => other.at - one.at)[0]?.file
}

/** In the order of the routes; what routes share stands before what is theirs. */
async function stylesOf(folder: string, { entry, routes }: Manifest): Promise<string> {
  const sheets = new Set([...(entry.css ?? []), ...Object.values(routes).flatMap((route) => route.css ?? [])])
  const texts = await Promise.all([...sheets].map((href) => readFile(path.join(folder, href), 'utf8')))
  return texts.join('')
}

/**
 * Without the routes that show nothing, such as files and forms: no document leads there by itself, and the router works
 * through every route before the page is a visitor's.
 */
async function pagesOnly(folder: string, { routes, ...rest }: Manifest): Promise<Manifest> {
  const all = await Promise.all(
    Object.entries(routes).map(async ([id, route]) => {
      const isPage = (await readFile(path.join(folder, route.module), 'utf8')).trim() !== ''
      return isPage ? [[id, route] as const] : []
    }),
  )
  return { ...rest, routes: Object.fromEntries(all.flat()) }
}

/** Documents name the imports and bring the styles; what is `false` may be left out. */
function leanManifest({ entry, routes, ...rest }: Manifest): Manifest {
  const lean = Object.entries(routes).map(([id, route]) => {
    const facts = Object.entries(route).filter(
      ([name, value]) => value !== false && name !== 'imports' && name !== 'css',
    )
    return [id, Object.fromEntries(facts)]
  })
  return { ...rest, entry: { ...entry, imports: [], css: [] }, routes: Object.fromEntries(lean) }
}

/** `latest.json` names the build that is served, `meta/{id}.json` stays true for ever. */
async function writeMetadata(folder: string, id: string): Promise<void> {
  const text = JSON.stringify({ id, built_at: new Date().toISOString() })
  await mkdir(path.join(folder, 'meta'), { recursive: true })
  await Promise.all(
    ['latest.json', path.join('meta', `${id}.json`)].map((file) => writeFile(path.join(folder, file), text)),
  )
}
