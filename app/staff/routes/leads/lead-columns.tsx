import { Link } from '@remix-run/react'
import { orderTypeNames } from '#server/contract/catalogue/order-types.ts'
import { leadAnswerText, listedLeadFields } from '#server/contract/catalogue/lead-fields.ts'
import type { Column } from '../../parts/data-table.tsx'
import { Moment, momentText } from '../../parts/moment.tsx'
import { leadStateText } from '../../parts/state-names.ts'
import { leadPath } from '../../paths.ts'
import { isOver, placeText, type Lead } from '../../texts/lead-texts.ts'

/** Columns of a table of leads; those of `current` are no links. Schools are not told who looks after a lead. */
export function leadColumns({ current, isSchool }: { current?: string; isSchool: boolean }): Column<Lead>[] {
  const advisor = {
    label: '顾问',
    noWrap: true,
    cell: ({ assignee }: Lead) => assignee?.name ?? '未分配',
  }
  return [
    {
      label: '编号',
      isHeading: true,
      noWrap: true,
      cell: ({ reference }) =>
        reference === current ? `${reference}（这一条）` : <Link to={leadPath(reference)}>{reference}</Link>,
    },
    { label: '类型', cell: ({ order_type }) => orderTypeNames[order_type] },
    { label: '家长', cell: (lead) => <Parent lead={lead} /> },
    { label: '学校', cell: ({ school, open_day }) => school?.name ?? open_day?.title ?? '—' },
    { label: '城市和年级', cell: placeText },
    { label: '提交', noWrap: true, cell: ({ created_at }) => <Moment at={created_at} /> },
    { label: '状态', cell: (lead) => <State lead={lead} /> },
    ...(isSchool ? [] : [advisor]),
  ]
}

function Parent({ lead }: { lead: Lead }) {
  const { name, phone, duplicates } = lead
  if (isOver(lead)) return <span className="soft">不再显示</span>
  return (
    <>
      {name ?? '未留姓名'} {phone}{' '}
      {listedLeadFields.map((field) => {
        const answer = leadAnswerText(field, lead)
        return answer === undefined ? null : (
          <span key={field} className="tag strong">
            {answer}
          </span>
        )
      })}
      {duplicates === 0 ? null : <span className="tag warn">同一电话还有 {duplicates} 条</span>}
    </>
  )
}

/** The state of a lead with who is about to call it. */
export function State({ lead }: { lead: Lead }) {
  const {
    state,
    order_type: type,
    claim,
    contacted_at,
    transferred_at,
    waiting_position: position,
    next_contact: next,
    closed_at: closed,
  } = lead
  return (
    <>
      <span
        className={
          state === 'received' && type !== 'openday' && closed === undefined
            ? 'tag warn'
            : state === 'contacted'
              ? 'tag strong'
              : 'tag'
        }
      >
        {leadStateText(lead)}
        {position === undefined ? null : `，第 ${position} 位`}
      </span>
      {transferred_at === undefined ? null : <span className="tag">已转给学校</span>}
      {contacted_at === undefined ? null : <span className="soft small">{momentText(contacted_at)}</span>}
      {next === undefined ? null : (
        <span className={next.due ? 'tag warn' : 'tag'}>
          {next.due ? '到期要联系' : '下次联系'}，{momentText(next.at)}
        </span>
      )}
      {claim === undefined || isOver(lead) ? null : (
        <span className="tag warn">
          {claim.mine ? '您正在联系' : `${claim.by.name}正在联系`}，到 {momentText(claim.until).slice(-5)}
        </span>
      )}
    </>
  )
}
