import { Link } from '@remix-run/react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import styles from './recovery-codes.module.css'

type Props = { codes: readonly string[]; next: string }

/** Recovery codes, which are shown this once, and the link to the next page. */
export function RecoveryCodes({ codes, next }: Props) {
  const isHydrated = useHydrated()
  return (
    <>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className={styles.links}>
        {isHydrated ? (
          <button className="button quiet" type="button" onClick={() => window.print()}>
            打印
          </button>
        ) : null}
        <Link className="button" to={next}>
          保存好了，继续
        </Link>
      </p>
    </>
  )
}
