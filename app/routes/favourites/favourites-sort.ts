import { favouritesPath } from '#app/paths.ts'

/** Sort orders of the favourites, the default first. */
export const favouritesSorts = [
  { slug: 'newest', label: '最近收藏' },
  { slug: 'tuition_asc', label: '学费从低到高' },
  { slug: 'tuition_desc', label: '学费从高到低' },
] as const

export type FavouritesSort = (typeof favouritesSorts)[number]['slug']

/** The sort order that a query names; the default for anything else. */
export function readSort(word: string | null): FavouritesSort {
  return favouritesSorts.find(({ slug }) => slug === word)?.slug ?? 'newest'
}

/** URL of a page of the favourites, or of another address that leads back to it, without default values. */
export function favouritesHref(order: FavouritesSort, page: number, path = favouritesPath): string {
  const query = new URLSearchParams({
    ...(order === 'newest' ? {} : { sort: order }),
    ...(page <= 1 ? {} : { page: String(page) }),
  }).toString()
  return query === '' ? path : `${path}?${query}`
}

/** URL of the private note on a favourite. */
export function favouriteNotePath(id: number): string {
  return `${favouritesPath}${id}/note/`
}
