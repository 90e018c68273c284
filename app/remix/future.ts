/** Remix's future flags, for the build (vite.config.ts) and for hydration (hydrate.tsx). */
export const future = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_singleFetch: true,
  v3_lazyRouteDiscovery: false,
} as const
