import { schoolSorts } from '#server/contract/vocabulary.ts'
import { fieldsOf, noFilters, type Filters } from './filters.ts'
import { listHref, type ListPlace } from './list-place.ts'
import styles from './sort-form.module.css'

type Props = { place: ListPlace; filters: Filters }

/** Orders the list by a plain GET that keeps its filters; sent by a button, never by the choice itself. */
export function SortForm({ place, filters }: Props) {
  const kept = fieldsOf({ ...filters, sort: noFilters.sort, page: 1 })
  return (
    <form className={styles.form} action={listHref(place)} aria-label="排序">
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <select className="field" name="sort" aria-label="排序方式" defaultValue={filters.sort}>
        {schoolSorts.map(({ slug, label }) => (
          <option key={slug} value={slug}>
            {label}
          </option>
        ))}
      </select>
      <button className="button quiet" type="submit">
        排序
      </button>
    </form>
  )
}
