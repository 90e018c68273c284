import { useEffect, useState, type CSSProperties } from 'react'
import { useRootData } from '#app/root-data.ts'
import styles from './flash-message.module.css'

/** How long the message stays visible where scripts run, in ms. */
const visibleMs = 8000
/** Afterwards it stays at the top of the page, with the same height. */
const lastFlash: CSSProperties = { position: 'static' }

/** The flash message of the previous page; what was removed can be restored from it. */
export function FlashMessage() {
  const flash = useRootData()?.flash
  const [seen, setSeen] = useState<typeof flash>()
  useEffect(() => {
    const timer = setTimeout(() => setSeen(flash), visibleMs)
    return () => clearTimeout(timer)
  }, [flash])
  if (flash === undefined) return null
  const { message, undo } = flash
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> may hold no form
    <div className={`wrap ${styles.flash}`} role="status" style={seen === flash ? lastFlash : undefined}>
      <p>{message}</p>
      {undo === undefined ? null : (
        <form method="post" action={undo.action}>
          <input type="hidden" name="id" value={undo.id} />
          <input type="hidden" name="back" value={undo.back} />
          <button className="button quiet" type="submit">
            撤销
          </button>
        </form>
      )}
    </div>
  )
}
