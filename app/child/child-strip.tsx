import { useLocation } from '@remix-run/react'
import { withoutModal } from '#app/navigation/modal-address.ts'
import { comparePath } from '#app/paths.ts'
import { useEntryYear } from '#app/root-data.ts'
import { isPrivatePath } from '#app/visitor/private-paths.ts'
import { childFormPath, childPath } from './child-address.ts'
import { childWords } from './child-words.ts'
import styles from './child-strip.module.css'
import { useChild } from './use-child.ts'

/** Pages that say themselves for which child they speak, with ways to change and forget it. */
const speaking = ['/schoollist/', '/school/', '/map/', '/planning/', comparePath(), childPath]

/** Which child the links of a page lead on for, with a link that changes it and a button that forgets it. */
export function ChildStrip() {
  const { pathname, search } = useLocation()
  const words = childWords(useChild(), useEntryYear())
  if (words === '' || isPrivatePath(pathname) || speaking.some((path) => pathname.startsWith(path)))
    return null
  const query = withoutModal(new URLSearchParams(search)).toString()
  const back = query === '' ? pathname : `${pathname}?${query}`
  return (
    <form className={`wrap ${styles.strip}`} method="post" action={childPath}>
      <b>{words}</b>
      <input type="hidden" name="back" value={back} />
      <span>
        <a href={childFormPath(back)}>修改</a>
        <button name="clear" value="1">
          清除
        </button>
      </span>
    </form>
  )
}
