import { inject } from 'vitest'

/** The site that the run serves. */
export function siteUrl(): string {
  const url = inject('siteUrl')
  if (url === undefined) throw new Error('the e2e project serves a site')
  return url
}

/** Id of the first sample school of a city's list. */
export async function firstSchoolId(cityCode = '4403'): Promise<number> {
  const response = await fetch(`${siteUrl()}/api/schools?city_code=${cityCode}&page_size=1`)
  const body: { data: { items: { id: number }[] } } = await response.json()
  const id = body.data.items[0]?.id
  if (id === undefined) throw new Error('the sample has schools in every city')
  return id
}
