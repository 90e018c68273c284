/** Remix's manifest of this page's build. */
export function buildManifest() {
  return window.__remixManifest
}

/** Id of the build that this page's scripts belong to; empty when they did not load. */
export function buildId(): string {
  return buildManifest()?.version ?? ''
}
