const privatePaths = /^\/(?:personal|mycollect|order|login)(?:\/|$)/

/** Whether a path is of a page that shows a visitor's own data, which nobody stores. */
export function isPrivatePath(pathname: string): boolean {
  return privatePaths.test(pathname)
}
