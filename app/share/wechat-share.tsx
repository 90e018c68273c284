import { useLocation } from '@remix-run/react'
import { lazy, Suspense } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { isWechat } from './is-wechat.ts'

const Nothing = { default: () => null }
/** WeChat's SDK is for browsers alone. */
const ShareMessage = lazy(() =>
  import.meta.env.SSR ? Promise.resolve(Nothing) : import('./share-message.tsx').catch(() => Nothing),
)

/** In WeChat's browser, keeps the message that it shares up to date with the page; elsewhere loads nothing. */
export function WechatShare() {
  const { key } = useLocation()
  if (!(useHydrated() && isWechat())) return null
  return (
    <Suspense fallback={null}>
      <ShareMessage page={key} />
    </Suspense>
  )
}
