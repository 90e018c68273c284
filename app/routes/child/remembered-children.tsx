import { childFormPath, childPath } from '#app/child/child-address.ts'
import styles from './child.module.css'

type Props = {
  /** The page that the form leads to. */
  back: string
  /** The remembered children in words, the shown one first; at most two. */
  labels: readonly string[]
}

/** The children that this device remembers: one of them is shown, any can be forgotten, a second one added. */
export function RememberedChildren({ back, labels }: Props) {
  return (
    <form className={`panel ${styles.remembered}`} method="post" action={childPath}>
      <p>这台设备记住的</p>
      <input type="hidden" name="back" value={back} />
      <ul>
        {labels.map((label, at) => (
          <li key={label}>
            <b>{label}</b>
            {at === 0 ? (
              labels.length > 1 ? (
                <small>正在看</small>
              ) : null
            ) : (
              <button className="button quiet" name="switch" value="1">
                换成这个孩子
              </button>
            )}
            <button className="button quiet" name="forget" value={at} aria-label={`清除：${label}`}>
              清除
            </button>
          </li>
        ))}
      </ul>
      {labels.length > 1 ? null : <a href={`${childFormPath(back)}&second=1`}>再记一个孩子</a>}
    </form>
  )
}
