import { cities } from '#server/contract/cities.ts'
import { cityPath, gradePath, schoolListPath, searchPath, topListPath } from '#app/paths.ts'
import { useCity, useRootData } from '#app/root-data.ts'
import styles from './site-footer.module.css'

/** Ways on from the end of every page, what 示例数据 means, and the operator's own facts. */
export function SiteFooter() {
  const city = useCity()
  const site = useRootData()?.site ?? { name: '择校通' }
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.columns}`}>
        <nav aria-label="按城市看学校">
          <h2>按城市看学校</h2>
          <ul>
            {cities.map((each) => (
              <li key={each.code}>
                <a href={schoolListPath(each)}>{each.name}学校</a>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="找学校的方式">
          <h2>在{city.name}找学校</h2>
          <ul>
            <li>
              <a href={topListPath(city)}>学校榜单</a>
            </li>
            <li>
              <a href={gradePath(city)}>按学段找</a>
            </li>
            <li>
              <a href={searchPath()}>搜索学校</a>
            </li>
            <li>
              <a href={cityPath}>切换城市</a>
            </li>
          </ul>
        </nav>
        <div className={styles.facts}>
          <p>标有「示例数据」的学校、人物与数字均为虚构，仅用于演示。</p>
          <p>
            {site.name}
            {site.phone === undefined ? null : (
              <>
                {' · 电话 '}
                <a href={`tel:${site.phone.replace(/[^\d+]/g, '')}`}>{site.phone}</a>
              </>
            )}
          </p>
          {site.icp === undefined && site.police === undefined ? null : (
            <p>
              {site.icp === undefined ? null : <a href="https://beian.miit.gov.cn/">{site.icp}</a>}{' '}
              {site.police === undefined ? null : <a href="https://beian.mps.gov.cn/">{site.police}</a>}
            </p>
          )}
        </div>
      </div>
    </footer>
  )
}
