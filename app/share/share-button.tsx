import { useToast, type ShowToast } from '#app/ui/toast.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { isWechat } from './is-wechat.ts'

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

/** Opens the system's share sheet, else copies the address; in WeChat points at its menu, which alone can share. */
async function share(showToast: ShowToast): Promise<void> {
  if (isWechat()) {
    return showToast('请点右上角的“···”，发送给朋友或分享到朋友圈', { durationMs: hintMs })
  }
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? window.location.href
  if ('share' in navigator) {
    try {
      await navigator.share({ title: document.title, url })
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
