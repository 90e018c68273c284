import type { z } from 'zod'
import type { listContradictions } from '#server/contract/staff/fact-queue.ts'
import { labelOf, sourceKinds } from '#server/contract/vocabulary.ts'

type Source = z.output<typeof listContradictions.data>['items'][number]['source']

/** What is known of a source, in a line. */
export function FactSource({ source }: { source: Source }) {
  const { source: name, source_kind: kind, source_url: url, source_date: date } = source
  const text = [name ?? '来源未注明', kind && labelOf(sourceKinds, kind), date ?? '日期未注明']
    .filter((part) => part !== undefined)
    .join('，')
  return url === undefined ? (
    <span className="soft">{text}</span>
  ) : (
    <a href={url} rel="noopener noreferrer" target="_blank">
      {text}
    </a>
  )
}
