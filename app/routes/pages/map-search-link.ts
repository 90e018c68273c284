/** An address on AMap; words in brackets are left out of the search. */
export function mapSearchLink(address: string): string {
  const keyword = address.replace(/（[^）]*）/g, '').trim()
  return `https://uri.amap.com/search?${new URLSearchParams({ keyword, view: 'map' }).toString()}`
}
