import type { City } from '#server/contract/cities.ts'
import type { listCategories } from '#server/contract/schools/schools.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { schoolListPath } from '#app/paths.ts'
import styles from './category-links.module.css'

type Categories = DataOf<typeof listCategories>
type Props = { city: City; categories: Categories }

/** The values that schools of the city have: a link to any other leads to an empty list. */
export function withSchools(values: Categories['kinds']): Categories['kinds'] {
  return values.filter(({ count }) => count > 0)
}

/** Links to the lists of a city's districts, curricula and kinds, with counts. */
export function CategoryLinks({ city, categories }: Props) {
  const groups = [
    { title: '区域', values: withSchools(categories.districts) },
    { title: '课程', values: withSchools(categories.curricula) },
    { title: '类型', values: withSchools(categories.kinds) },
  ].filter(({ values }) => values.length > 0)
  if (groups.length === 0) return <p className="soft">暂无学校。</p>
  return (
    <div className="panel">
      {groups.map(({ title, values }) => (
        <div className={styles.group} key={title}>
          <h3>{title}</h3>
          <p className="words">
            {values.map(({ value, label, count }) => (
              <a className="word" key={value} href={schoolListPath(city, value)}>
                {label}
                <small>{count}</small>
              </a>
            ))}
          </p>
        </div>
      ))}
    </div>
  )
}
