import { useEffect } from 'react'
import { useRootData } from '#app/root-data.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { Anchors } from './anchors.tsx'
import { Arrival } from './arrival.tsx'
import { useGuard } from './guard.ts'
import { KeptScroll } from './kept-scroll.tsx'
import { useNewerBuild } from './newer-build.ts'
import { ProgressLine } from '#app/navigation/progress-line.tsx'
import { noteShownRoot } from './revalidation.ts'

/** What the site adds to Remix's navigation, once for all pages; the server's documents have none of it. */
export function Navigation() {
  return useHydrated() ? <BrowserNavigation /> : null
}

function BrowserNavigation() {
  const root = useRootData()
  useEffect(() => noteShownRoot(root), [root])
  const awaited = useGuard(useNewerBuild())
  return (
    <>
      <Anchors />
      <KeptScroll />
      <ProgressLine isLoading={awaited !== undefined} />
      <Arrival />
    </>
  )
}
