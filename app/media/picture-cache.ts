/** URLs of pictures that were loaded in this visit. */
export type PictureCache = { has(address: string): boolean; add(address: string): void }

/** Remembers the last 200 URLs (specification section 9): the 201st evicts the first. */
export function pictureCache(most = 200): PictureCache {
  const seen = new Set<string>()
  return {
    has: (address) => seen.has(address),
    add(address) {
      if (seen.has(address)) return
      seen.add(address)
      const [first] = seen
      if (seen.size > most && first !== undefined) seen.delete(first)
    },
  }
}
