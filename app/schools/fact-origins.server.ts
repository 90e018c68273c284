import type { FactPassport } from '#server/contract/catalogue/fact-statements.ts'
import { factTerms } from '#server/contract/catalogue/school-columns.ts'
import { labelOf, sourceKinds } from '#server/contract/vocabulary.ts'
import { dayText } from '#app/ui/text/format.ts'

/** Where some facts come from, in words; `url`: the page of the source. */
export type FactOrigin = { facts: string; source: string; url?: string; days: string; isStale?: true }

/** Passports in words, those that say the same as one, those of most facts first. */
export function factOrigins(passports: readonly FactPassport[]): FactOrigin[] {
  const origins = new Map<string, { origin: Omit<FactOrigin, 'facts'>; facts: Set<string> }>()
  for (const passport of passports) {
    const origin = {
      source: sourceText(passport),
      ...(passport.source_url === undefined ? {} : { url: passport.source_url }),
      days: daysText(passport),
      ...(passport.is_stale ? { isStale: true as const } : {}),
    }
    const key = JSON.stringify(origin)
    const { facts } = origins.get(key) ?? { facts: new Set<string>() }
    origins.set(key, { origin, facts: new Set([...facts, ...passport.facts]) })
  }
  return [...origins.values()]
    .toSorted((one, other) => other.facts.size - one.facts.size)
    .map(({ origin, facts }) => ({
      facts: factTerms
        .filter(({ slug }) => facts.has(slug))
        .map(({ label }) => label)
        .join('、'),
      ...origin,
    }))
}

function sourceText({ source, source_kind }: FactPassport): string {
  const kind = source_kind && labelOf(sourceKinds, source_kind)
  if (source === undefined) return kind ?? '来源未注明'
  return kind === undefined ? source : `${source}（${kind}）`
}

function daysText({ source_date, received_on, checked_on, is_stale }: FactPassport): string {
  return [
    source_date === undefined ? '日期未注明' : dayText(source_date),
    ...(received_on === undefined ? [] : [`${dayText(received_on)}收入本站`]),
    ...(checked_on === undefined ? [] : [`${dayText(checked_on)}由本站编辑核对`]),
    ...(is_stale ? ['时间已久，可能变了'] : []),
  ].join('，')
}
