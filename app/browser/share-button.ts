import { showToast } from './toast.ts'

/** Puts 分享 where a page has a place for it: the phone's own sheet, or the address into the clipboard. */
export function addShareButtons(): void {
  for (const place of document.querySelectorAll('[data-share]:empty')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'word'
    button.textContent = '分享'
    button.addEventListener('click', () => void share())
    place.append(button)
  }
}

async function share(): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
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
