import { useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'
import styles from './page.module.css'

type Props = {
  /** The heading, as in the title. */
  title: string
  /** A line below the heading. */
  intro?: ReactNode
  /** Links of what can be done here, beside the heading. */
  actions?: ReactNode
  /** Messages by the word in `?done=`: an action redirects with `withDone(path, 'added')`. */
  done?: Readonly<Record<string, string>>
  children: ReactNode
}

/** The frame of one page: heading, actions, the message of what was just done, content. */
export function Page({ title, intro, actions, done = {}, children }: Props) {
  const [query] = useSearchParams()
  const word = query.get('done') ?? ''
  const message = Object.hasOwn(done, word) ? done[word] : undefined
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {intro === undefined ? null : <p className="soft">{intro}</p>}
        </div>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </div>
      {message === undefined ? null : <Notice tone="done">{message}</Notice>}
      {children}
    </>
  )
}

/** A titled part of a page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
