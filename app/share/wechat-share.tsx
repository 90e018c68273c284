import { useLocation } from '@remix-run/react'
import { lazy, Suspense } from 'react'
import { withoutModal } from '#app/navigation/modal-address.ts'
import { useRootData } from '#app/root-data.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { isWechat } from './is-wechat.ts'

/** Address of the document: WeChat on iOS verifies its signature, also after client-side navigation. */
const entryUrl = typeof window === 'undefined' ? '' : window.location.href

const Nothing = { default: () => null }
/** Loaded lazily: WeChat's SDK runs in browsers only. */
const ShareMessage = lazy<typeof import('./share-message.tsx').default>(() =>
  import.meta.env.SSR ? Promise.resolve(Nothing) : import('./share-message.tsx').catch(() => Nothing),
)
const WechatHint = lazy(() => import('./wechat-hint.tsx').catch(() => Nothing))

/**
 * In WeChat's browser keeps its share data up to date with the page, where an account is configured that signs for it,
 * and renders the hint at its menu; elsewhere loads nothing.
 */
export function WechatShare() {
  const { pathname, search } = useLocation()
  const { signsForWechat = true } = useRootData()?.site ?? {}
  if (!(useHydrated() && isWechat())) return null
  // A form over the page is no other page.
  const page = `${pathname}?${withoutModal(new URLSearchParams(search)).toString()}`
  return (
    <Suspense fallback={null}>
      <WechatHint />
      {signsForWechat ? <ShareMessage page={page} entryUrl={entryUrl} /> : null}
    </Suspense>
  )
}
