/** Routes match in any case. */
const privatePaths = /^\/(?:personal|mycollect|order|login)(?:\/|$)/i

/** Whether a path is of a page that shows a visitor's own data, which nobody stores. */
export function isPrivatePath(pathname: string): boolean {
  return privatePaths.test(pathname)
}
