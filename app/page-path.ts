/**
 * The path of a request's page with its trailing slash, which requests for data come without. Remix hands loaders and
 * actions no other difference between the two.
 */
export function pagePathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\/*$/, '/')
}
