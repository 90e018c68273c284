import { useEffect } from 'react'
import { useRootData } from '#app/root-data.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { AnchorNavigation } from './anchor-navigation.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { useNavigationBlocker } from './navigation-blocker.ts'
import { PageScrollRestoration } from './scroll-restoration.tsx'
import { useNewerBuild } from './newer-build.ts'
import { ProgressLine } from './progress-line.tsx'
import { setShownRoot } from './revalidation.ts'

/** The site's additions to Remix's navigation, mounted once after hydration. */
export function Navigation() {
  return useHydrated() ? <BrowserNavigation /> : null
}

function BrowserNavigation() {
  const root = useRootData()
  useEffect(() => setShownRoot(root), [root])
  const pendingHref = useNavigationBlocker(useNewerBuild())
  return (
    <>
      <AnchorNavigation />
      <PageScrollRestoration />
      <ProgressLine isLoading={pendingHref !== undefined} />
      <RouteAnnouncer />
    </>
  )
}
