import { Link } from '@remix-run/react'
import type { BatchFault, BatchRow } from '#server/contract/staff/acts/batch.ts'
import { DataTable, type Column } from '../parts/data-table.tsx'
import { Section } from '../parts/page.tsx'

/** Why a record stays as it is. */
const faultTexts: Readonly<Record<BatchFault, string>> = {
  unknown: '找不到，或者不归您管',
  over: '已取消或撤回授权，不能再联系',
  assigned: '已经分配给别的顾问',
  claimed: '别的顾问正在联系这位家长',
  'no-consent': '家长没有授权告诉这所学校',
  booking: '是开放日的预约，请在开放日里处理',
  already: '已经是这样，不用再改',
}

/** Records of an act: those that stay as they are, each with the reason, and the others. */
export function BatchRows({
  rows,
  path,
  done,
  unit,
}: {
  rows: readonly BatchRow[]
  /** The list's address, below which each record has its page. */
  path: string
  /** The heading of those that are changed: 已分配. */
  done: string
  unit: string
}) {
  const kept = rows.filter(({ why }) => why !== undefined)
  const changed = rows.filter(({ why }) => why === undefined)
  return (
    <>
      {kept.length === 0 ? null : (
        <Section title={`保持原样的 ${kept.length} ${unit}`}>
          <DataTable
            caption="保持原样的"
            columns={[nameOf(path), number, reason]}
            rows={kept}
            keyOf={keyOf}
            empty=""
          />
        </Section>
      )}
      {changed.length === 0 ? null : (
        <Section title={`${done} ${changed.length} ${unit}`}>
          <DataTable caption={done} columns={[nameOf(path), number]} rows={changed} keyOf={keyOf} empty="" />
        </Section>
      )}
    </>
  )
}

/** The column with names, each with a link to the record below the list's address; without a title it is out of reach. */
function nameOf(path: string): Column<BatchRow> {
  return {
    label: '名称',
    isHeading: true,
    cell: ({ record, title }) =>
      title === undefined ? '不归您管' : <Link to={`${path}${record}/`}>{title}</Link>,
  }
}

const number: Column<BatchRow> = { label: '编号', noWrap: true, cell: ({ record }) => record }
const reason: Column<BatchRow> = {
  label: '原因',
  cell: ({ why }) => (why === undefined ? '' : faultTexts[why]),
}
const keyOf = ({ record }: BatchRow) => record
