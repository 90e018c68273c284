import { favouritesPath } from '#app/paths.ts'
import { useRootData } from '#app/root-data.ts'
import { useLocation } from '@remix-run/react'
import styles from './flash-message.module.css'

/** What the last page had to say, once, above this one; a removed favourite can be put back here. */
export function FlashMessage() {
  const flash = useRootData()?.flash
  const { pathname, search } = useLocation()
  if (flash === undefined) return null
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> may hold no form
    <div className={`wrap ${styles.flash}`} role="status">
      <p>{flash.message}</p>
      {flash.undo === undefined ? null : (
        <form method="post" action={favouritesPath}>
          <input type="hidden" name="id" value={flash.undo} />
          <input type="hidden" name="is_collect" value="1" />
          <input type="hidden" name="back" value={pathname + search} />
          <button className="button quiet" type="submit">
            撤销
          </button>
        </form>
      )}
    </div>
  )
}
