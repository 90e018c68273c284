import type { ReactNode } from 'react'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import { gapLabel } from '#server/contract/not-known.ts'
import { schoolFacets, termFacets, type FacetName } from '#server/contract/schools/facets.ts'
import { feeBands } from '#server/contract/vocabulary.ts'
import { moneyText } from '#app/ui/text/format.ts'
import { childFields } from '#server/contract/child/child-query.ts'
import { PageForm, PageLink } from '#app/ui/page-link.tsx'
import { feeTitle, hasFee, hasFilters, noFilters, termsOf, type Filters } from './filters.ts'
import type { FacetCounts, LiveCount } from './facet-counts.ts'
import { FeeHistogram } from './fee-histogram.tsx'
import { countText } from './list-heading.ts'
import { useLiveCount } from './use-live-count.ts'
import { listHref, withoutFilters, type ListScope } from './list-scope.ts'
import styles from './facet-form.module.css'

type Props = {
  scope: ListScope
  /** The filters together with the path's term. */
  filters: Filters
  counts: FacetCounts
  /** Schools per bin of their tuition, and whose tuition that is. */
  feeBins: readonly number[]
  whose: string
}

/**
 * Filter form (a plain GET). A free text stays in the path; the path's term becomes a checked box, so that it can be
 * removed like any other.
 */
export function FacetForm({ scope: { city, q }, filters, counts, feeBins, whose }: Props) {
  const scope = { city, ...(q === undefined ? {} : { q }) }
  const { count, onChange } = useLiveCount(scope)
  const live = count?.counts ?? counts
  const hasFees = feeBins.some((schools) => schools > 0)
  return (
    <PageForm className={styles.form} action={listHref(scope)} onChange={onChange} aria-label="筛选学校">
      {childFields(filters.child).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {hasFees || hasFee(filters) || filters.unknown.includes('fee') ? (
        <fieldset>
          <legend>{filters.child.grade === undefined ? '一年学费' : feeTitle(filters)}</legend>
          <FeeHistogram
            bins={feeBins}
            feeMin={filters.feeMin}
            feeMax={filters.feeMax}
            whose={whose}
            isOfGrade={filters.child.grade !== undefined}
            unknown={counts.unknown.fee ?? 0}
          />
          <div className={styles.range}>
            <FeeSelect name="fee_min" label={`${feeTitle(filters)}不低于`} value={filters.feeMin} />
            <span aria-hidden="true">–</span>
            <FeeSelect name="fee_max" label={`${feeTitle(filters)}不高于`} value={filters.feeMax} />
          </div>
          <div className={styles.marks}>
            <UnknownBox facet="fee" counts={counts} live={live} isChosen={filters.unknown.includes('fee')} />
          </div>
        </fieldset>
      ) : null}
      <FacetGroup
        name="eligible"
        title="能不能报"
        terms={entryVerdicts}
        counts={counts.eligible}
        live={live.eligible}
        chosen={filters.eligible}
      />
      {termFacets.map((facet) => (
        <FacetGroup
          key={facet}
          name={facet}
          title={schoolFacets[facet].title}
          terms={termsOf(facet, city.code)}
          counts={counts[facet]}
          live={live[facet]}
          chosen={filters[facet]}
          unknown={
            <UnknownBox
              facet={facet}
              counts={counts}
              live={live}
              isChosen={filters.unknown.includes(facet)}
            />
          }
        />
      ))}
      {filters.sort === noFilters.sort ? null : <input type="hidden" name="sort" value={filters.sort} />}
      <p className={styles.send}>
        <button className="button" type="submit">
          {submitLabel(count)}
        </button>
        {hasFilters(filters) ? (
          <PageLink to={listHref({ city }, withoutFilters(filters))}>清除全部</PageLink>
        ) : null}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> belongs to a form's values */}
      <p role="status" className="vh">
        {count?.total === undefined ? '' : `${countText(count.total, count.isFloor)}学校`}
      </p>
    </PageForm>
  )
}

/** Without scripts, and while the number is not known, the word alone: a number would be of other boxes. */
function submitLabel(count: LiveCount | undefined): string {
  if (count?.total === undefined) return '筛选'
  return count.total === 0 ? '0 所，看看差在哪' : `查看 ${countText(count.total, count.isFloor)}学校`
}

type GroupProps = {
  name: string
  title: string
  terms: ReturnType<typeof termsOf>
  /** Schools per term of the list as it is shown; terms without any are left out. */
  counts: Record<string, number>
  /** The same for the boxes as they are ticked. */
  live: Record<string, number>
  chosen: readonly string[]
  /** The box for schools of which the facet is not known. */
  unknown?: ReactNode
}

/** Whether a label is too long for half of the filters beside a list: six characters that are no Latin letters. */
const isLong = (label: string) => /[^\w-]{6}/.test(label)

function FacetGroup({ name, title, terms, counts, live, chosen, unknown }: GroupProps) {
  const shown = terms.filter(({ slug }) => slug in counts || chosen.includes(slug))
  if (shown.length === 0) return null
  return (
    <fieldset>
      <legend>{title}</legend>
      <div className={styles.marks}>
        {shown.map(({ slug, label }) => (
          <label key={slug} className={isLong(label) ? styles.long : undefined}>
            <input type="checkbox" name={name} value={slug} defaultChecked={chosen.includes(slug)} />
            {`${label} `}
            <small>{live[slug] ?? 0}</small>
          </label>
        ))}
        {unknown}
      </div>
    </fieldset>
  )
}

type BoxProps = { facet: FacetName; counts: FacetCounts; live: FacetCounts; isChosen: boolean }

/** The box for schools of which a facet counts as not known; nothing where it is known of all. */
function UnknownBox({ facet, counts, live, isChosen }: BoxProps) {
  if (counts.unknown[facet] === undefined && !isChosen) return null
  return (
    <label className={counts.stale[facet] === undefined ? undefined : styles.long}>
      <input type="checkbox" name="unknown" value={facet} defaultChecked={isChosen} />
      {`${gapLabel(counts.stale[facet])} `}
      <small>{live.unknown[facet] ?? 0}</small>
    </label>
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
          {step <= 1 && name === 'fee_max' ? '免学费' : moneyText(step)}
        </option>
      ))}
    </select>
  )
}
