/** The page on which a child's view is filled in. */
export const childPath = '/child/'

/** The cookie that remembers a child's view for links. */
export const childCookie = 'child'

/** The page on which a child's view is filled in, and that leads back to the page at `back`. */
export function childFormPath(back?: string): string {
  return back === undefined ? childPath : `${childPath}?${new URLSearchParams({ back }).toString()}`
}
