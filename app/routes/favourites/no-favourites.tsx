import type { City } from '#server/contract/cities.ts'
import { schoolListPath, searchPath, topListPath } from '#app/paths.ts'

/** Empty state of the favourites. */
export function NoFavourites({ city }: { city: City }) {
  return (
    <div className="panel section">
      <p>
        <b>还没有收藏学校。</b>
        在学校列表或学校页面点“收藏”，学校就会在这里，可以按学费排序，也可以选几所对比。
      </p>
      <p className="section words">
        <a className="button" href={schoolListPath(city)}>
          看{city.name}的学校
        </a>
        <a className="button quiet" href={topListPath(city)}>
          看榜单
        </a>
        <a className="button quiet" href={searchPath()}>
          搜索学校
        </a>
      </p>
    </div>
  )
}
