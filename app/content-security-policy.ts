const fixed = [
  "object-src 'none'",
  "frame-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

/**
 * The policy of a document: everything from this origin, inline scripts and styles by the named sources only. Firefox asks
 * `default-src` whether a page may be prefetched, and has no directive for it.
 */
function policy(scripts: readonly string[], styles: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    ...fixed,
  ].join('; ')
}

/** The policy of a document that is rendered for one answer. */
export function contentSecurityPolicy(nonce: string): string {
  const own = [`'nonce-${nonce}'`]
  return policy(own, own)
}

/** The policy of a document that many visitors get: its inline parts by their hashes. */
export function cachedSecurityPolicy({ scripts, styles }: { scripts: string[]; styles: string[] }): string {
  return policy(scripts, styles)
}
