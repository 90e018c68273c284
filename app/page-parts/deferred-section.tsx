import { Await } from '@remix-run/react'
import { type ReactNode, Suspense } from 'react'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import styles from './deferred-section.module.css'

type Props<Data> = {
  id: string
  title: string
  href?: string
  more?: string
  /** Resolves to undefined when the part failed. */
  part: Promise<Data | undefined>
  /** Message when the part failed. */
  failed: string
  children: (data: Data) => ReactNode
}

/**
 * A section with deferred data, heading included; belongs at the end of `main`. Shows a skeleton while loading, and a
 * message when the data failed.
 */
export function DeferredSection<Data>({ id, title, href, more, part, failed, children }: Props<Data>) {
  const frame = (content: ReactNode) => (
    <section className={`wrap ${styles.late}`} aria-labelledby={id}>
      <SectionHeading id={id} title={title} href={href} {...(more === undefined ? {} : { more })} />
      {content}
    </section>
  )
  const failureMessage = frame(<p className="panel">{failed}页面的其他内容不受影响，可以稍后刷新再看。</p>)
  return (
    <Suspense fallback={<Skeleton title={title} />}>
      <Await resolve={part} errorElement={failureMessage}>
        {(data: Awaited<Data | undefined>) => (data === undefined ? failureMessage : frame(children(data)))}
      </Await>
    </Suspense>
  )
}

function Skeleton({ title }: { title: string }) {
  return (
    <div className={`wrap fallback ${styles.skeleton}`}>
      <p className={styles.title}>{title}</p>
      <p className="vh">正在加载…</p>
      <div className={styles.bone} />
    </div>
  )
}
