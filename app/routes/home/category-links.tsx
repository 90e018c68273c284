import type { City } from '#server/contract/cities.ts'
import type { listCategories } from '#server/contract/schools.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { schoolListPath } from '#app/paths.ts'
import styles from './category-links.module.css'

type Props = { city: City; categories: DataOf<typeof listCategories> }

/** Links to the lists of a city's districts, curricula and kinds, with counts. */
export function CategoryLinks({ city, categories }: Props) {
  const groups = [
    { title: '区域', values: categories.districts },
    { title: '课程', values: categories.curricula },
    { title: '类型', values: categories.kinds },
  ]
  return (
    <div className="panel">
      {groups.map(({ title, values }) => (
        <div className={styles.group} key={title}>
          <h3>{title}</h3>
          <p className="words">
            {values
              .filter(({ count }) => count > 0)
              .map(({ value, label, count }) => (
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
