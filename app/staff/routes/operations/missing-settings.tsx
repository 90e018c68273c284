import type { z } from 'zod'
import type { getOperations } from '#server/contract/staff/operations.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Section } from '../../parts/page.tsx'

type Setting = z.output<typeof getOperations.data>['missing_settings'][number]

const columns = [
  { label: '没有设置的', cell: ({ variable }: Setting) => variable, isHeading: true },
  { label: '因此', cell: ({ lack }: Setting) => lack },
]

/** What a public site should set and this one has not, worst first. */
export function MissingSettings({ settings }: { settings: readonly Setting[] }) {
  if (settings.length === 0) return null
  return (
    <Section title="还缺的设置">
      <p className="soft">最要紧的在前。请技术人员设置这些环境变量，重启以后生效。</p>
      <DataTable
        caption="还缺的设置"
        columns={columns}
        rows={settings}
        keyOf={({ variable }) => variable}
        empty=""
      />
    </Section>
  )
}
