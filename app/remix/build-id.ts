/** Id of the build that this page's scripts belong to; empty where they did not come. */
export function buildId(): string {
  return '__remixManifest' in window ? window.__remixManifest.version : ''
}
