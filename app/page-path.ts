/**
 * The path of a request's page with its trailing slash, which requests for data come without. Remix hands loaders and
 * actions no other difference between the two.
 */
export function pagePathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/\/*$/, '/')
}

/**
 * The segments of a request's path behind its first one, decoded, without empty ones. Remix's parameter `*` does not tell
 * a slash that was encoded inside of a segment from one between two.
 */
export function segmentsBehindFirst(request: Request): string[] {
  const [, , ...segments] = new URL(request.url).pathname.split('/')
  return segments.filter((segment) => segment !== '').map((segment) => decodedSegment(segment) ?? segment)
}

/** A segment of a path without its percent encoding; undefined when that is malformed. */
export function decodedSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
