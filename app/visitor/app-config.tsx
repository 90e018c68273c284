import { useEffect } from 'react'
import { hasMarker } from './marker-cookie.ts'
import { useVisitor } from './visitor-state.tsx'

/** Keeps the specification's `app_config_data` true, where there is something to keep or to forget. Shows nothing. */
export function AppConfig() {
  const { isKnown, isLoggedIn } = useVisitor()
  useEffect(() => {
    if (!isKnown && hasMarker()) return
    try {
      if (!document.querySelector('[data-profile]') && localStorage.getItem('app_config_data') === null)
        return
    } catch {
      // Storage may be forbidden: then nothing is kept.
      return
    }
    import('#app/app-config-data.ts')
      .then(({ keepAppConfig }) => keepAppConfig(isLoggedIn))
      .catch(() => undefined)
  }, [isKnown, isLoggedIn])
  return null
}
