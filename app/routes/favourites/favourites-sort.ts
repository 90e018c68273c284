import { favouritesPath } from '#app/paths.ts'

/** Orders of the favourites, the usual one first. */
export const favouritesSorts = [
  { slug: 'newest', label: '最近收藏' },
  { slug: 'tuition_asc', label: '学费从低到高' },
  { slug: 'tuition_desc', label: '学费从高到低' },
] as const

export type FavouritesSort = (typeof favouritesSorts)[number]['slug']

/** The order that an address names; the usual one for any other word. */
export function readSort(word: string | null): FavouritesSort {
  return favouritesSorts.find(({ slug }) => slug === word)?.slug ?? 'newest'
}

/** Address of a page of the favourites; usual values are left out. */
export function favouritesHref(order: FavouritesSort, page: number): string {
  const query = new URLSearchParams({
    ...(order === 'newest' ? {} : { sort: order }),
    ...(page <= 1 ? {} : { page: String(page) }),
  }).toString()
  return query === '' ? favouritesPath : `${favouritesPath}?${query}`
}
