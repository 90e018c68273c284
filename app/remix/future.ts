/** Remix's flags, of the build (vite.config.ts) and of the browser's half (hydrate.tsx) alike. */
export const future = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_singleFetch: true,
  v3_lazyRouteDiscovery: false,
} as const
