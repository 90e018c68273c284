import { useToast, type ShowToast } from '#app/ui/toast.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { isWechat } from './is-wechat.ts'

/** How long it takes to read where WeChat's own menu is, in ms. */
const hintMs = 4000

/** 分享, for scripts alone; without them its room is empty, so that nothing moves when it comes. */
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

/** The phone's own sheet, or the address into the clipboard; WeChat lets nobody but its own menu share. */
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
      // Given up by the visitor: nothing more to say.
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
