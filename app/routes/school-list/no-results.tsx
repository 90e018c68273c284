import { notKnown } from '#server/contract/not-known.ts'
import { searchPath } from '#app/paths.ts'
import { PageLink } from '#app/ui/page-link.tsx'
import { facetTitle } from './active-filters.tsx'
import { hasFilters, type Filters } from './filters.ts'
import { listHref, listWithout, withoutFilters, type ListScope } from './list-scope.ts'
import { countText } from './list-heading.ts'
import { belongsText } from './unknown-rest.tsx'
import type { FacetCounts } from './facet-counts.ts'
import type { ListElsewhere } from './lists-elsewhere.server.ts'
import styles from './no-results.module.css'

type Props = {
  scope: ListScope
  filters: Filters
  /** Filters whose removal brings results. */
  relaxations: readonly { remove: readonly string[]; count: number }[]
  /** The same filters in other cities. */
  elsewhere: readonly ListElsewhere[]
  /** How many schools say nothing of a facet. */
  unknown: FacetCounts['unknown']
}

/** Alternatives when nothing matches: fewer filters, other cities, other terms. */
export function NoResults({ scope, filters, relaxations, elsewhere, unknown }: Props) {
  const { city, q, word } = scope
  const isTermOnly = word !== undefined && !hasFilters(filters)
  const isOneEnough = relaxations.some(({ remove }) => remove.length === 1)
  const hint = isOneEnough ? '去掉一个条件试试' : '这些条件都去掉试试'
  return (
    <div className={styles.help}>
      <h2>
        {isTermOnly
          ? unknown[word.facet] === undefined
            ? `${city.name}没有收录${word.label}`
            : `${notKnown}${city.name}哪些学校${belongsText(word)}`
          : relaxations.length === 0
            ? '换个条件试试'
            : hint}
      </h2>
      {relaxations.length === 0 ? null : (
        <>
          {isTermOnly ? <p>{hint}：</p> : null}
          <ul>
            {relaxations.map(({ remove, count }) => {
              const wider = listWithout({ scope, filters }, remove)
              return (
                <li key={remove.join(' ')}>
                  <PageLink to={listHref(wider.scope, wider.filters)}>
                    {`不限${remove.map((name) => facetTitle(name, filters)).join('、')}，有 ${countText(count)}`}
                  </PageLink>
                </li>
              )
            })}
          </ul>
        </>
      )}
      <Elsewhere lists={elsewhere} />
      {q === undefined ? null : (
        <>
          <p>或者换一种写法：</p>
          <ul>
            <li>用更短的词，例如校名中最特别的两三个字</li>
            <li>用英文名、简称、拼音、拼音首字母或曾用名</li>
            <li>
              <PageLink to={searchPath(q)}>在所有城市搜索“{q}”</PageLink>
            </li>
          </ul>
        </>
      )}
      <p>
        <PageLink className="button" to={listHref({ city }, withoutFilters(filters))}>
          看{city.name}全部学校
        </PageLink>
      </p>
    </div>
  )
}

function Elsewhere({ lists }: { lists: readonly ListElsewhere[] }) {
  if (lists.length === 0) return null
  return (
    <>
      <p>其他城市有：</p>
      <ul className={styles.cities}>
        {lists.map(({ city, href, count }) => (
          <li key={city}>
            <PageLink to={href}>{`${city}（${countText(count)}）`}</PageLink>
          </li>
        ))}
      </ul>
    </>
  )
}
