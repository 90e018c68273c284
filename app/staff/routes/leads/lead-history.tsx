import { Section } from '../../parts/page.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { entryText, type LeadDetail } from '../../texts/lead-texts.ts'

type Entry = LeadDetail['entries'][number]

const columns = [
  { label: '时间', isHeading: true, noWrap: true, cell: ({ at }: Entry) => <Moment at={at} /> },
  { label: '事项', cell: entryText },
  { label: '备注', cell: ({ note }: Entry) => note ?? '—' },
  { label: '谁', cell: ({ author }: Entry) => author ?? '—' },
]

/** Without what schools are not told. */
const columnsOfSchools = columns.filter(({ label }) => label !== '备注' && label !== '谁')

/** What was done about a lead, latest first. */
export function LeadHistory({ lead: { entries }, isSchool }: { lead: LeadDetail; isSchool: boolean }) {
  return (
    <Section title="经过">
      <DataTable
        caption="经过"
        columns={isSchool ? columnsOfSchools : columns}
        rows={entries}
        keyOf={({ id }) => id}
        empty="还没有联系过。"
      />
    </Section>
  )
}
