import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { LoggedIn } from '#app/login/log-in.server.ts'
import { loginPath, profilePath } from '#app/paths.ts'
import { forgetAppConfig, storeProfile, readAppConfig } from './app-config-data.ts'
import type { VisitorAnswer } from './known-visitor.ts'
import { hasMarker } from './marker-cookie.ts'
import { useVisitor } from './visitor-state.tsx'

/**
 * Keeps the specification's `app_config_data` true on every page: the masked profile from the first page after a login on,
 * nothing where nobody is logged in. A token that an older version of the site left there is exchanged for the session's
 * cookie, once, and removed. Shows nothing.
 */
export function AppConfig() {
  const { isKnown, isLoggedIn, refresh } = useVisitor()
  const { load, data: asked } = useFetcher<VisitorAnswer | null>()
  const { submit, data: exchanged } = useFetcher<LoggedIn | { step: 'phone' }>()
  const isDone = useRef(false)
  useEffect(() => {
    if (!isKnown && hasMarker()) return
    const { hasProfile, token } = readAppConfig()
    if (token !== undefined || !isLoggedIn) forgetAppConfig()
    if (isDone.current || (isLoggedIn ? hasProfile : token === undefined)) return
    isDone.current = true
    if (isLoggedIn) load(profilePath)
    else
      submit({ intent: 'exchange', token: token ?? '', stay: '1' }, { method: 'post', action: loginPath() })
  }, [isKnown, isLoggedIn, load, submit])
  const profile = exchanged?.step === 'done' ? exchanged.profile : asked?.profile
  useEffect(() => {
    if (profile !== undefined) storeProfile(profile)
  }, [profile])
  const isExchanged = exchanged?.step === 'done'
  useEffect(() => {
    if (isExchanged) refresh()
  }, [isExchanged, refresh])
  return null
}
