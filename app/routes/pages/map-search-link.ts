/** AMap search URL of an address, without its parts in brackets. */
export function mapSearchLink(address: string): string {
  const keyword = address.replace(/（[^）]*）/g, '').trim()
  return `https://uri.amap.com/search?${new URLSearchParams({ keyword, view: 'map' }).toString()}`
}
