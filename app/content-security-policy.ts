const fixed = ["object-src 'none'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"]

/**
 * The content security policy of a document: all sources from this origin, inline scripts and styles by the given
 * sources only. Firefox checks prefetches against `default-src` and has no directive of its own for them.
 */
function policy(scripts: readonly string[], styles: readonly string[], frames = "'none'"): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    `frame-src ${frames}`,
    ...fixed,
  ].join('; ')
}

/** The policy of a document that is rendered for one response: inline parts by nonce, frames of `frames` alone. */
export function contentSecurityPolicy(nonce: string, frames?: "'self'"): string {
  const own = [`'nonce-${nonce}'`]
  return policy(own, own, frames)
}

/** The policy of a cached document: inline parts by hash. */
export function cachedSecurityPolicy({ scripts, styles }: { scripts: string[]; styles: string[] }): string {
  return policy(scripts, styles)
}
