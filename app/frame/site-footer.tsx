import { useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { cities } from '#server/contract/cities.ts'
import type { CityPart } from '#server/contract/schools/city-parts.ts'
import { useForChild } from '#app/child/use-child.ts'
import { useDocument } from '#app/remix/document-context.ts'
import * as paths from '#app/paths.ts'
import { defaultSiteName, useHasPart, usePageCity, useRootData } from '#app/root-data.ts'
import { PageLink } from '#app/ui/page-link.tsx'
import styles from './site-footer.module.css'

type Link = [label: string, href: string]

/** The site's footer: links to what there is, what 示例数据 means where there may be some, and the operator's details. */
export function SiteFooter() {
  const city = usePageCity()
  const root = useRootData()
  const { name = defaultSiteName, advises, company, phone, sample } = root?.site ?? {}
  const hasPart = useHasPart()
  const forChild = useForChild()
  const linkOf = (part: CityPart, label: string, href: string): Link[] =>
    hasPart(city, part) ? [[label, href]] : []
  const groups: [title: string, links: Link[]][] = [
    [
      '按城市看学校',
      cities
        .filter((each) => hasPart(each, 'schools'))
        .map((each) => [`${each.name}学校`, paths.schoolListPath(each)]),
    ],
    [
      `在${city.name}找学校`,
      [
        ...linkOf('rankings', '学校榜单', paths.topListPath(city)),
        ...linkOf('stages', '按学段找', paths.gradePath(city)),
        ...linkOf('courses', '国际课程', paths.coursesPath(city)),
        ...linkOf('open_days', '开放日', paths.openDayPath(city)),
        ...linkOf('news', '择校资讯', paths.newsListPath(city)),
        ...linkOf(hasPart(city, 'plannings') ? 'plannings' : 'child', '升学规划', paths.planningPath(city)),
        ...linkOf('promotions', '招生季推荐', paths.promotePath(city)),
        ['搜索学校', paths.searchPath()],
        ['切换城市', paths.cityPath],
      ],
    ],
    [
      '关于',
      [
        ['关于我们', paths.aboutPath],
        ['资料怎么来的', paths.methodologyPath],
        ...(advises === true ? [['择校顾问', paths.advisorPath] satisfies Link] : []),
        ['联系我们', paths.contactPath],
        ['商务合作', paths.cooperationPath],
        ['用户协议', paths.termsPath],
        ['隐私政策', paths.privacyPath],
      ],
    ],
  ]
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.columns}`}>
        {groups
          .filter(([, links]) => links.length > 0)
          .map(([title, links]) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(([label, href]) => (
                  <li key={href}>
                    <PageLink to={title === '关于' ? href : forChild(href)}>{label}</PageLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        <div className={styles.facts}>
          {sample === true ? <p>标有“示例数据”的学校、人物与数字均为虚构，仅用于演示。</p> : null}
          <p>
            {company === undefined ? name : `${name}\u00a0· ${company}`}
            {phone === undefined ? null : (
              <>
                {'\u00a0· 电话\u00a0'}
                <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
              </>
            )}
            {'\u00a0· '}
            <a href={paths.litePath(root?.lite !== true)} rel="nofollow">
              {root?.lite === true ? '换回标准版（图片大）' : '换成省流版（图片小，省流量）'}
            </a>
            <PrintedAddress />
          </p>
          <Reports />
          <Licences />
        </div>
      </div>
    </footer>
  )
}

/** Where unlawful content is reported: to the operator, as far as its settings say, and to the authority. */
function Reports() {
  const { phone, email, reports } = useRootData()?.site ?? {}
  const ways = [phone, email, reports].filter((way) => way !== undefined)
  return (
    <nav aria-label="举报">
      <a href={paths.reportPath}>违法和不良信息举报</a>
      {ways.map((way) => `\u00a0· ${way}`)}
      {'\u00a0· '}
      <a href="https://www.12377.cn/">12377</a>
    </nav>
  )
}

/** The operator's licences and records, each with the address of its register. */
function Licences() {
  const { icp, police, policeBadge, creditCode, telecom } = useRootData()?.site ?? {}
  if ([icp, police, creditCode, telecom].every((fact) => fact === undefined)) return null
  return (
    <p className={styles.licences}>
      {creditCode === undefined ? null : <span>统一社会信用代码 {creditCode}</span>}
      {telecom === undefined ? null : <span>增值电信业务经营许可证 {telecom}</span>}
      {icp === undefined ? null : <a href="https://beian.miit.gov.cn/">{icp}</a>}
      {police === undefined ? null : (
        <a href={policeRecordAddress(police)} rel="noopener">
          {policeBadge === undefined ? null : (
            <img src={policeBadge} alt="" width="18" height="18" loading="lazy" />
          )}
          {police}
        </a>
      )}
    </p>
  )
}

/** The address of a record at the police's register, by the 14 digits of its number. */
function policeRecordAddress(police: string): string {
  return `https://beian.mps.gov.cn/#/query/webSearch?code=${/\d{14}/.exec(police)?.[0] ?? ''}`
}

/**
 * The page's address and day for print, and its QR code, which is loaded for print alone where the engine knows lazy
 * pictures: at the event before it, since Chromium 150 leaves them out. The address of a lead, which gives access to it, is
 * not printed.
 */
function PrintedAddress() {
  const { origin = '' } = useRootData() ?? {}
  const { day } = useDocument()
  const { pathname, search } = useLocation()
  const path = pathname.startsWith(paths.orderFormPath) ? '' : pathname + search
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const load = () => flushSync(() => setPrinting(true))
    window.addEventListener('beforeprint', load)
    return () => window.removeEventListener('beforeprint', load)
  }, [])
  return (
    // A cached page was rendered without tracking parameters, and maybe on the day before.
    <span hidden suppressHydrationWarning>
      {`${origin}${path} · ${day}`}
      {path === '' ? null : (
        <img loading={isPrinting ? 'eager' : 'lazy'} src={paths.qrCodePath(path)} alt="" />
      )}
    </span>
  )
}
