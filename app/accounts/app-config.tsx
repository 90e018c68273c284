import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import type { LoggedIn, LoginAnswer } from '#app/accounts/log-in.server.ts'
import { loginPath, profilePath } from '#app/paths.ts'
import { forgetAppConfig, storeProfile, readAppConfig } from './app-config-data.ts'
import type { VisitorAnswer } from '../visitor/known-visitor.ts'
import { hasMarker } from '../cookies/marker-cookie.ts'
import { useVisitor } from '../visitor/visitor-state.tsx'

/**
 * Keeps the specification's `app_config_data` in storage up to date: the masked profile while logged in, nothing
 * otherwise. Exchanges a token that an older version of the site stored for the session cookie, once a document until
 * the server decides. Renders nothing.
 */
export function AppConfig() {
  const { isKnown, isLoggedIn, refresh } = useVisitor()
  const { load, data: asked } = useFetcher<VisitorAnswer | null>()
  const { submit, data: exchanged } = useFetcher<LoggedIn | LoginAnswer>()
  const isDone = useRef(false)
  useEffect(() => {
    if (!isKnown && hasMarker()) return
    const { hasProfile, token } = readAppConfig()
    if (isLoggedIn === (token !== undefined)) forgetAppConfig()
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
  useEffect(() => {
    if (exchanged?.step === 'done') refresh()
    else if (exchanged?.problem?.status === 401) forgetAppConfig()
  }, [exchanged, refresh])
  return null
}
