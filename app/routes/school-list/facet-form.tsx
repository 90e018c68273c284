import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import { feeBands } from '#server/contract/vocabulary.ts'
import { moneyText } from '#app/ui/text/format.ts'
import { childFields } from '#app/child/child-query.ts'
import { PageForm, PageLink } from '#app/ui/page-link.tsx'
import { facetTitles, isBand, hasFilters, noFilters, termsOf, termFacets, type Filters } from './filters.ts'
import type { FacetCounts } from './facet-counts.ts'
import { listHref, withoutFilters, type ListScope } from './list-scope.ts'
import styles from './facet-form.module.css'

type Props = {
  scope: ListScope
  /** The filters together with the path's term. */
  filters: Filters
  counts: FacetCounts
}

/**
 * Filter form (a plain GET). A free text stays in the path; the path's term becomes a checked box, so that it can be
 * removed like any other.
 */
export function FacetForm({ scope: { city, q }, filters, counts }: Props) {
  const scope = { city, ...(q === undefined ? {} : { q }) }
  return (
    <PageForm className={styles.form} action={listHref(scope)} aria-label="筛选学校">
      {childFields(filters.child).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FacetGroup
        name="eligible"
        title="能不能报"
        terms={entryVerdicts}
        counts={counts.eligible}
        chosen={filters.eligible}
      />
      {termFacets.map((facet) => (
        <FacetGroup
          key={facet}
          name={facet}
          title={facetTitles[facet]}
          terms={termsOf(facet, city.code)}
          counts={counts[facet]}
          chosen={filters[facet]}
        />
      ))}
      <fieldset>
        <legend>{facetTitles.fee}（元/年）</legend>
        <div className={styles.range}>
          <FeeSelect name="fee_min" label="最低学费" value={filters.feeMin} />
          <span aria-hidden="true">–</span>
          <FeeSelect name="fee_max" label="最高学费" value={filters.feeMax} />
        </div>
        <FeeBands scope={scope} filters={filters} counts={counts.fee} />
      </fieldset>
      {filters.sort === noFilters.sort ? null : <input type="hidden" name="sort" value={filters.sort} />}
      <p className={styles.send}>
        <button className="button" type="submit">
          筛选
        </button>
        {hasFilters(filters) ? (
          <PageLink to={listHref({ city }, withoutFilters(filters))}>清除全部</PageLink>
        ) : null}
      </p>
    </PageForm>
  )
}

type GroupProps = {
  name: string
  title: string
  terms: ReturnType<typeof termsOf>
  counts: Record<string, number>
  chosen: readonly string[]
}

function FacetGroup({ name, title, terms, counts, chosen }: GroupProps) {
  const shown = terms.filter(({ slug }) => slug in counts || chosen.includes(slug))
  if (shown.length === 0) return null
  return (
    <fieldset>
      <legend>{title}</legend>
      <div className={styles.marks}>
        {shown.map(({ slug, label }) => (
          <label key={slug}>
            <input type="checkbox" name={name} value={slug} defaultChecked={chosen.includes(slug)} />
            {`${label} `}
            <small>{counts[slug] ?? 0}</small>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const feeSteps = feeBands.map(({ min }) => min).filter((min) => min > 0)

type FeeProps = { name: string; label: string; value: number | undefined }

function FeeSelect({ name, label, value }: FeeProps) {
  const steps = value === undefined || feeSteps.includes(value) ? feeSteps : [value, ...feeSteps]
  return (
    <select className="field" name={name} aria-label={label} defaultValue={value ?? ''}>
      <option value="">不限</option>
      {steps.map((step) => (
        <option key={step} value={step}>
          {moneyText(step)}
        </option>
      ))}
    </select>
  )
}

type BandsProps = { scope: ListScope; filters: Filters; counts: Record<string, number> }

/** Tuition bands as links with counts. */
function FeeBands({ scope, filters, counts }: BandsProps) {
  const shown = feeBands.flatMap((band) => {
    const count = counts[band.slug] ?? 0
    return count > 0 ? [{ band, count }] : []
  })
  if (shown.length === 0) return null
  return (
    <ul className={styles.bands}>
      {shown.map(({ band, count }) => {
        const limits = { feeMin: band.min === 0 ? undefined : band.min, feeMax: band.max }
        return (
          <li key={band.slug}>
            <PageLink
              to={listHref(scope, { ...filters, ...limits, page: 1 })}
              aria-current={isBand(filters, band) ? 'true' : undefined}
            >
              {`${band.label} `}
              <small>{count}</small>
            </PageLink>
          </li>
        )
      })}
    </ul>
  )
}
