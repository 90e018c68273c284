import type { ReactNode } from 'react'
import type { MaybeDeferred } from '#app/page-parts/optional-part.server.ts'
import { DeferredSection } from '#app/page-parts/deferred-section.tsx'
import { isDeferred } from '#app/page-parts/is-deferred.ts'
import { schoolPath } from '#app/paths.ts'
import type { EntryView } from '#app/schools/entry-view.ts'
import { useSchool, useSchoolRoute } from '#app/schools/school-data.ts'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { FeesTable } from '../admissions/fees-table.tsx'
import { StepList } from '../admissions/step-list.tsx'
import { WrongHere } from '#app/schools/wrong-here.tsx'
import styles from './overview-parts.module.css'

type PartProps = { id: string; title: string; href?: string | undefined; more?: string; children: ReactNode }

/** A section; `wrong` is the field of the form that reports an error in its facts. */
function Part({ id, title, href, more, wrong, children }: PartProps & { wrong?: string }) {
  const school = useSchool()
  return (
    <section className="section" aria-labelledby={id}>
      <SectionHeading id={id} title={title} href={href} {...(more === undefined ? {} : { more })} />
      {children}
      {wrong === undefined ? null : <WrongHere id={school.id} field={wrong} about={title} />}
    </section>
  )
}

type PreviewProps<Row> = Omit<PartProps, 'href' | 'children'> & {
  href?: string
  /** How many rows the school has; none: it is not shown. */
  count: number
  /** Undefined when it failed. */
  part: MaybeDeferred<Row[] | undefined>
  /** Whether it stands at the end of the page, where deferred parts are shown and no others. */
  isLast?: boolean
  children: (items: Row[]) => ReactNode
}

/** First rows of a section; what is deferred is left out where it belongs and shown at the end of the page. */
export function Preview<Row>({ count, part, isLast = false, children, ...head }: PreviewProps<Row>) {
  if (count === 0 || isDeferred(part) !== isLast) return null
  const failed = `${head.title}暂时没有加载出来。`
  if (isDeferred(part))
    return (
      <DeferredSection {...head} part={part.deferred} failed={failed}>
        {children}
      </DeferredSection>
    )
  return <Part {...head}>{part === undefined ? <p className="soft">{failed}</p> : children(part)}</Part>
}

/** Two parts beside each other on wide pages. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

/** Costs of a year; no rows are loaded where the page says what the grade of its child costs. */
export function Fees() {
  const { id } = useSchool()
  const { fees = [] } = useSchoolRoute()
  if (fees.length === 0) return null
  return (
    <Part id="fees" title="学费与费用" href={schoolPath(id, 'admissions')} more="招生与费用" wrong="tuition">
      <FeesTable />
    </Part>
  )
}

/** The dated steps of the next admission. */
export function Steps({ entry }: { entry: EntryView }) {
  const { fees = [] } = useSchoolRoute()
  return (
    <Part id="steps" title={`${entry.year}年入学`} wrong="dates">
      <StepList steps={entry.steps} wide={fees.length === 0} />
    </Part>
  )
}

/** The school in short, and a link to its own texts. */
export function About() {
  const { id, summary } = useSchool()
  const { parts } = useSchoolRoute()
  if (summary === undefined) return null
  return (
    <Part
      id="about"
      title="校园生活"
      href={parts.includes('aboutus') ? schoolPath(id, 'aboutus') : undefined}
      more="完整简介"
    >
      <p className={styles.summary}>{summary}</p>
    </Part>
  )
}
