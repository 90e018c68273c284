import { useLocation, useMatches } from '@remix-run/react'
import type { CityPart } from '#server/contract/schools/city-parts.ts'
import {
  cityPath,
  coursesPath,
  gradePath,
  homePath,
  loginModalPath,
  newsListPath,
  openDayPath,
  personalPath,
  schoolListPath,
  topListPath,
} from '#app/paths.ts'
import { defaultSiteName, useHasPart, usePageCity, useRootData } from '#app/root-data.ts'
import { useVisitor } from '#app/visitor/visitor-state.tsx'
import { withChild } from '#server/contract/child/child-query.ts'
import { useChildOfLinks } from '#app/child/use-child.ts'
import { BrandMark } from './brand-mark.tsx'
import { Icon } from '../ui/icon.tsx'
import { ModalLink } from '#app/dialogs/modal-link.tsx'
import { PageLink } from '#app/ui/page-link.tsx'
import { SearchForm } from '../ui/search/search-form.tsx'
import styles from './site-header.module.css'

/** Pages that have a large search form of their own. */
const pagesWithSearch = new Set(['routes/home/home', 'routes/search/search'])

/** The site's header: brand, city, search, and the main sections that have something in the city. */
export function SiteHeader() {
  const city = usePageCity()
  const name = useRootData()?.site.name ?? defaultSiteName
  const { pathname } = useLocation()
  // The home route also serves course pages, which have no search form.
  const ownSearch = useMatches().some(({ id }) => pagesWithSearch.has(id)) && !pathname.startsWith('/course')
  const isUnder = (href: string) => pathname.startsWith(`/${href.split('/')[1]}/`)
  const hasPart = useHasPart()
  const child = useChildOfLinks()
  const section = (label: string, href: string, isHere = isUnder(href)) => ({ label, href, isHere })
  const sectionOf = (part: CityPart, label: string, href: string, isHere?: boolean) =>
    hasPart(city, part) ? [section(label, href, isHere)] : []
  const sections = [
    section('首页', homePath(city), pathname === '/' || pathname === `/${city.pinyin}/`),
    section('学校', schoolListPath(city), /^\/school(list)?\//.test(pathname)),
    ...sectionOf('rankings', '榜单', topListPath(city)),
    ...sectionOf('stages', '学段', gradePath(city)),
    ...sectionOf('open_days', '开放日', openDayPath(city)),
    ...sectionOf('news', '资讯', newsListPath(city)),
    ...sectionOf('courses', '课程', coursesPath(city), pathname.startsWith('/course')),
  ]
  return (
    <header className={styles.header}>
      <div className={ownSearch ? `wrap ${styles.bar}` : `wrap ${styles.bar} ${styles.searching}`}>
        <PageLink className={styles.brand} to={withChild(homePath(city), child)}>
          <BrandMark />
          <span className={styles.name}>{name}</span>
        </PageLink>
        <PageLink className={styles.city} to={cityPath}>
          <span className="vh">当前城市：</span>
          {city.name}
          <span className="vh">，切换城市</span>
          <Icon name="down" size={16} />
        </PageLink>
        {ownSearch ? null : (
          <div className={styles.search}>
            <SearchForm id="site-search" child={child} />
          </div>
        )}
        <Account />
        <nav className={styles.sections} aria-label="主要栏目">
          {sections.map(({ label, href, isHere }) => (
            <PageLink
              key={href}
              to={withChild(href, child)}
              aria-current={isHere ? (href === pathname ? 'page' : 'true') : undefined}
            >
              {label}
            </PageLink>
          ))}
        </nav>
      </div>
    </header>
  )
}

/** Link to the personal centre, or to the login modal. */
function Account() {
  const { isLoggedIn } = useVisitor()
  return isLoggedIn ? (
    <a className={styles.me} href={personalPath()}>
      我的
    </a>
  ) : (
    <ModalLink className={styles.me} query={loginModalPath}>
      登录
    </ModalLink>
  )
}
