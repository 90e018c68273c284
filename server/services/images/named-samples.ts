/** Whether content names a drawn sample, so that it may be drawn. */
export type IsNamedSample = (kind: string, seed: string) => Promise<boolean>

const address = /^\/media\/sample\/([a-z]+)\/([a-z0-9-]{1,60})\.svg$/

/**
 * Caches which samples content names; reads them again at most once per content version, when an unknown one is
 * requested. Anybody can request any name, so only named samples cost work and disk space.
 */
export function namedSamples({
  read,
  version,
}: {
  /** The addresses of all drawn samples in the content. */
  read: () => AsyncIterable<string>
  version: () => number
}): IsNamedSample {
  let names: ReadonlySet<string> = new Set()
  let readAt: number | undefined
  let reading: Promise<void> | undefined

  async function readAll(at: number): Promise<void> {
    const found = new Set<string>()
    for await (const src of read()) {
      const [, kind, seed] = address.exec(src) ?? []
      if (kind !== undefined) found.add(`${kind}/${seed}`)
    }
    names = found
    readAt = at
  }

  return async (kind, seed) => {
    const name = `${kind}/${seed}`
    if (names.has(name)) return true
    if (readAt === version()) return false
    reading ??= readAll(version()).finally(() => (reading = undefined))
    await reading
    return names.has(name)
  }
}
