import { hasCoreFacts } from '#server/contract/catalogue/school-facts.ts'
import { curricula, kinds, labelOf, stages } from '#server/contract/vocabulary.ts'
import { withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { homePath, schoolListPath, schoolPath } from '#app/paths.ts'
import { Breadcrumbs, type Breadcrumb } from '#app/ui/breadcrumbs.tsx'
import { Picture } from '#app/media/picture.tsx'
import {
  cityOfSchool,
  partNames,
  type SchoolFacts,
  type SchoolPart,
  type SchoolPagePosition,
  type ShownSchool,
} from '#app/schools/school-data.ts'
import styles from './school-header.module.css'
import { SchoolToggles } from './school-toggles.tsx'

type Props = SchoolPagePosition & { school: ShownSchool }

type TabsProps = {
  school: ShownSchool
  parts: readonly SchoolPart[]
  /** The child of the address, whom the other sections speak for too. */
  child: ChildQuery | undefined
  part: SchoolPart | undefined
  item: boolean
}

/** Header of a school's pages: breadcrumbs, name and terms. */
export function SchoolHeader({ school, part, title }: Props) {
  return (
    <header className={styles.header}>
      <div className={part === undefined ? 'wrap' : `wrap ${styles.short}`}>
        <Breadcrumbs items={schoolBreadcrumbs(school, part, title)} />
        <div className={part === undefined ? styles.title : `${styles.title} ${styles.compact}`}>
          {school.logo === undefined ? null : (
            <Picture className={styles.logo} picture={school.logo} alt="" sizes="64px" />
          )}
          <div className={styles.names}>
            {part === undefined ? (
              <h1>{school.name}</h1>
            ) : (
              <p className={styles.name}>
                <a href={schoolPath(school.id)}>{school.name}</a>
              </p>
            )}
            {part === undefined ? <MoreNames school={school} /> : null}
          </div>
        </div>
        {part === undefined ? <TermLinks school={school} /> : null}
        <SchoolToggles id={school.id} closed={school.state === 'closed'} hasPoster={hasCoreFacts(school)} />
      </div>
    </header>
  )
}

/** The English name and other names, and whether the school is sample content. */
function MoreNames({ school: { former_names, name_en, sample } }: { school: ShownSchool }) {
  return (
    <>
      {name_en === undefined && !sample ? null : (
        <p className={`soft small ${styles.more}`}>
          {name_en === undefined ? null : <span lang="en">{name_en}</span>}
          {sample ? <span className={`part ${styles.sample}`}>示例数据</span> : null}
        </p>
      )}
      {former_names.length === 0 ? null : (
        <p className={`soft small ${styles.more}`}>曾用名：{former_names.join('、')}</p>
      )}
    </>
  )
}

/** Kind, stages and curricula as links to their lists. */
function TermLinks({ school }: { school: ShownSchool }) {
  const city = cityOfSchool(school)
  const { curricula: taught, kind, stages: taughtAt } = school
  const terms = [
    ...(kind === undefined ? [] : [{ slug: kind, label: labelOf(kinds, kind) }]),
    ...taughtAt.map((slug) => ({ slug, label: labelOf(stages, slug) })),
    ...taught.map((slug) => ({ slug, label: labelOf(curricula, slug) })),
  ]
  return (
    <ul className={styles.words}>
      {terms.map(({ slug, label }) => (
        <li key={slug}>
          <a href={schoolListPath(city, slug)}>{label}</a>
        </li>
      ))}
    </ul>
  )
}

/** Tabs of a school's sections; they stay in sight while the page scrolls. */
export function SchoolTabs({ school, parts, child = {}, part, item }: TabsProps) {
  const isUnlisted = part !== undefined && part !== 'correction' && !parts.includes(part)
  const shown = isUnlisted ? [...parts, part] : parts
  if (shown.length === 0) return null
  const current = (isHere: boolean) => (isHere ? (item ? 'true' : 'page') : undefined)
  return (
    <nav className={styles.tabs} aria-label="学校栏目">
      <ul className="wrap">
        <li>
          <a href={withChild(schoolPath(school.id), child)} aria-current={current(part === undefined)}>
            概况
          </a>
        </li>
        {shown.map((each) => (
          <li key={each}>
            <a href={withChild(schoolPath(school.id, each), child)} aria-current={current(each === part)}>
              {partNames[each]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Breadcrumbs of a school's page; `title` is that of one item of a section. */
export function schoolBreadcrumbs(
  school: SchoolFacts,
  part: SchoolPart | undefined,
  title: string | undefined,
): Breadcrumb[] {
  const city = cityOfSchool(school)
  return [
    { name: '首页', href: homePath(city) },
    { name: `${city.name}学校`, href: schoolListPath(city) },
    ...(school.district === undefined
      ? []
      : [{ name: school.district.name, href: schoolListPath(city, school.district.slug) }]),
    part === undefined ? { name: school.name } : { name: school.name, href: schoolPath(school.id) },
    ...(part === undefined
      ? []
      : [{ name: partNames[part], ...(title === undefined ? {} : { href: schoolPath(school.id, part) }) }]),
    ...(title === undefined ? [] : [{ name: title }]),
  ]
}
