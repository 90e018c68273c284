import { Form, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { undoPath } from '../paths.ts'
import { Notice } from './notice.tsx'
import styles from './page.module.css'

type Props = {
  /** The heading, as in the title. */
  title: string
  /** A line below the heading. */
  intro?: ReactNode
  /** Links of what can be done here, beside the heading. */
  actions?: ReactNode
  /**
   * Messages by the word in `?done=`: an action redirects with `withDone(path, 'added')`, and with the id of an act that can be
   * undone (`&act=`) the message has 撤销 beside it.
   */
  done?: Readonly<Record<string, string>>
  children: ReactNode
}

/** The frame of one page: heading, actions, the message of what was just done, content. */
export function Page({ title, intro, actions, done = {}, children }: Props) {
  const [query] = useSearchParams()
  const word = query.get('done') ?? ''
  const message = Object.hasOwn(done, word) ? done[word] : undefined
  const act = query.get('act') ?? ''
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {intro === undefined ? null : <p className="soft">{intro}</p>}
        </div>
        {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
      </div>
      {message === undefined ? null : (
        <DoneNotice message={message} act={/^\d{1,9}$/.test(act) ? act : undefined} />
      )}
      {children}
    </>
  )
}

/** What was just done, with the button that takes it back where it can be. */
function DoneNotice({ message, act }: { message: string; act: string | undefined }) {
  if (act === undefined) return <Notice tone="done">{message}</Notice>
  return (
    <Form method="post" action={undoPath(act)} className={styles.done}>
      <Notice tone="done">
        {message}
        <button className={styles.undo} type="submit">
          撤销
        </button>
      </Notice>
    </Form>
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
