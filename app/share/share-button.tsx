import { useToast, type ShowToast } from '#app/ui/toast.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { isWechat } from './is-wechat.ts'
import { pageLink, pageTitle } from './page-card.ts'
import { hintEvent } from './hint-event.ts'

/** How long the hint at WeChat's own menu shows, in ms. */
const hintMs = 4000

/** Share button, rendered after hydration; its space is reserved, so that the layout does not shift. */
export function ShareButton() {
  const isHydrated = useHydrated()
  const showToast = useToast()
  return (
    <span data-share>
      {isHydrated ? (
        <button type="button" className="word" onClick={() => void share(showToast)}>
          分享
        </button>
      ) : null}
    </span>
  )
}

/**
 * Opens the system's share sheet, else copies the address. In WeChat points at its menu, which alone can share: with the
 * picture of app/share/wechat-hint.tsx, else in words.
 */
async function share(showToast: ShowToast): Promise<void> {
  if (isWechat()) {
    if (document.dispatchEvent(new Event(hintEvent, { cancelable: true })))
      showToast('请点右上角的“···”，发送给朋友或分享到朋友圈', { durationMs: hintMs })
    return
  }
  const url = pageLink()
  if ('share' in navigator) {
    try {
      await navigator.share({ title: pageTitle(), url })
      return
    } catch (error) {
      // Cancelled by the visitor.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    showToast('链接已复制')
  } catch {
    showToast('没有复制成功，请从地址栏复制')
  }
}
