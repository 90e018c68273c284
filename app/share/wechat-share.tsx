import { useLocation } from '@remix-run/react'
import { lazy, Suspense, type ComponentType } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { isWechat } from './is-wechat.ts'

const Nothing: { default: ComponentType<{ page: string }> } = { default: () => null }
/** Loaded lazily: WeChat's SDK runs in browsers only. */
const ShareMessage = lazy<ComponentType<{ page: string }>>(() =>
  import.meta.env.SSR ? Promise.resolve(Nothing) : import('./share-message.tsx').catch(() => Nothing),
)

/** Keeps WeChat's share data up to date with the page, in WeChat's browser; elsewhere loads nothing. */
export function WechatShare() {
  const { key } = useLocation()
  if (!(useHydrated() && isWechat())) return null
  return (
    <Suspense fallback={null}>
      <ShareMessage page={key} />
    </Suspense>
  )
}
