import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Adds the build's metadata to Remix's browser build; pages read it to detect a newer build. */
export async function finishBrowserBuild(folder: string): Promise<void> {
  const assets = path.join(folder, 'assets')
  const file = await latestManifest(assets)
  if (file === undefined) return
  const version = /"version":"(\w+)"/.exec(await readFile(file, 'utf8'))?.[1]
  if (version === undefined) throw new Error(`${file} names no version of the build`)
  await writeMetadata(path.join(folder, 'builds'), version)
}

/** The newest manifest; those of earlier builds are in the same folder. */
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

/** Writes `latest.json` with the build that is served and `meta/{id}.json`, which never changes. */
async function writeMetadata(folder: string, id: string): Promise<void> {
  const text = JSON.stringify({ id, built_at: new Date().toISOString() })
  await mkdir(path.join(folder, 'meta'), { recursive: true })
  await Promise.all(
    ['latest.json', path.join('meta', `${id}.json`)].map((file) => writeFile(path.join(folder, file), text)),
  )
}
