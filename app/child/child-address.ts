/** The page on which a child's view is filled in. */
export const childPath = '/child/'

/** The cookie that remembers the views of up to two children for links, the shown one first. */
export const childCookie = 'child'

/** What stands between two children in the cookie. */
export const betweenChildren = '|'

/** The page on which a child's view is filled in, and that leads back to the page at `back`. */
export function childFormPath(back?: string): string {
  return back === undefined ? childPath : `${childPath}?${new URLSearchParams({ back }).toString()}`
}
