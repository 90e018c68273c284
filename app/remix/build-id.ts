/** Remix's manifest of this page's build. */
export function buildManifest() {
  return window.__remixManifest
}

/** Id of the build that this page's scripts belong to; empty where they did not come. */
export function buildId(): string {
  return buildManifest()?.version ?? ''
}
