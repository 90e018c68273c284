import { Link } from '@remix-run/react'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { revealLead } from '#server/contract/staff/leads.ts'
import { leadAnswers } from '#server/contract/catalogue/lead-fields.ts'
import { Facts } from '../../parts/facts.tsx'
import { Moment, momentText } from '../../parts/moment.tsx'
import { leadPath } from '../../paths.ts'
import { State } from './lead-columns.tsx'
import { placeText, promiseText, purposeNames, type LeadDetail } from '../../texts/lead-texts.ts'

type Props = {
  lead: LeadDetail
  /** Name, phone and message in full, once they were asked for. */
  revealed: DataOf<typeof revealLead> | undefined
}

/** What a lead says, and what became of it. */
export function LeadFacts({ lead, revealed }: Props) {
  const { school, open_day, source, duplicate_of, assignee, crm } = lead
  const phone = revealed?.phone
  return (
    <Facts
      facts={[
        { label: '状态', value: <State lead={lead} /> },
        { label: '称呼', value: revealed?.name ?? lead.name },
        {
          label: '电话',
          value:
            phone === undefined ? (
              lead.phone
            ) : (
              <a href={`tel:${phone}`} data-revealed>
                {phone.replace(/^\+86/, '')}
              </a>
            ),
        },
        { label: '电话验证', value: lead.verified ? '家长用验证码验证过' : '没有验证过' },
        { label: '城市和年级', value: placeText(lead) },
        {
          label: '学校',
          value: school === undefined ? undefined : <a href={`/school/${school.id}/`}>{school.name}</a>,
        },
        {
          label: '开放日',
          value: open_day === undefined ? undefined : `${open_day.title}，${momentText(open_day.starts_at)}`,
        },
        { label: '答应家长谁打电话', value: promiseText(lead) },
        ...leadAnswers(lead),
        { label: '留言', value: revealed?.message ?? lead.message },
        { label: '授权', value: <Consents lead={lead} /> },
        { label: '来源页面', value: source },
        { label: '提交', value: <Moment at={lead.created_at} /> },
        { label: '顾问', value: assignee?.name ?? (crm === undefined ? undefined : '未分配') },
        { label: 'CRM', value: crm === undefined ? undefined : crmText(crm) },
        {
          label: '可能重复于',
          value:
            duplicate_of === undefined ? undefined : <Link to={leadPath(duplicate_of)}>{duplicate_of}</Link>,
        },
      ]}
    />
  )
}

function Consents({ lead: { consents } }: { lead: LeadDetail }) {
  if (consents.length === 0) return '没有记录'
  return consents
    .map(({ purpose, recipient, withdrawn_at }) => {
      const end = withdrawn_at === undefined ? '' : `（${momentText(withdrawn_at)} 撤回）`
      return `${purposeNames[purpose]}：${recipient}${end}`
    })
    .join('\n')
}

function crmText({ waiting, sent_at }: NonNullable<LeadDetail['crm']>): string {
  const sent = sent_at === undefined ? '还没有发送' : `${momentText(sent_at)} 发送`
  return waiting ? `${sent}，有消息等待送达` : sent
}
