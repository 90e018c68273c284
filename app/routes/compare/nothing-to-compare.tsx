import type { City } from '#server/contract/cities.ts'
import { favouritesPath, schoolListPath, searchPath } from '#app/paths.ts'

/** Empty state of the comparison: how to choose schools. */
export function NothingToCompare({ city }: { city: City }) {
  return (
    <div className="panel section">
      <p>
        <b>还没有选学校。</b>
        在学校列表或学校页面点“对比”，选 2–6 所，就能在这里逐项比较学费、课程和班级人数。不用登录。
      </p>
      <p className="section words">
        <a className="button" href={schoolListPath(city)}>
          看{city.name}的学校
        </a>
        <a className="button quiet" href={favouritesPath}>
          从收藏里选
        </a>
        <a className="button quiet" href={searchPath()}>
          搜索学校
        </a>
      </p>
    </div>
  )
}
