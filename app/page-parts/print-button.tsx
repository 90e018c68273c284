import { isWechat } from '#app/share/is-wechat.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import styles from './print-button.module.css'

/**
 * Print button of a row of links, rendered after hydration in reserved space; without scripts a sentence in its place. None in
 * WeChat, which cannot print.
 */
export function PrintButton() {
  const isHydrated = useHydrated()
  if (isHydrated && isWechat()) return null
  return (
    <span data-share>
      {isHydrated ? (
        <button type="button" className="word" onClick={() => window.print()}>
          打印
        </button>
      ) : (
        <noscript>
          <span className={`soft small ${styles.hint}`}>要打印，用浏览器菜单里的“打印”。</span>
        </noscript>
      )}
    </span>
  )
}
