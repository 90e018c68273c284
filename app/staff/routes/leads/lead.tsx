import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { orderTypeNames } from '#server/contract/catalogue/order-types.ts'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { isCalledBySchool } from '#server/contract/leads/recipient.ts'
import { getLead, getLeadFilters } from '#server/contract/staff/leads.ts'
import { chinaTime } from '#app/china-time.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { momentText } from '../../parts/moment.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { leadPath, leadQueuePath, leadsPath, withDone } from '../../paths.ts'
import { actOnLead } from './act-on-lead.server.ts'
import { leadColumns } from './lead-columns.tsx'
import { LeadFacts } from './lead-facts.tsx'
import { AssignForm, CallForm, NoteForm, QuickActs } from './lead-forms.tsx'
import { LeadHistory } from './lead-history.tsx'
import { isOver, leadHeading } from '../../texts/lead-texts.ts'

export const meta: MetaFunction<typeof loader> = (page) =>
  staffMeta(page.data === undefined ? '线索' : `${page.data.lead.reference}_线索`, page)

/** `/staff/leads/{reference}/`: one lead with what was done about it. */
export async function loader(args: LoaderFunctionArgs) {
  const api = staffApi(args)
  const lead = await api.load(getLead, { reference: args.params['reference'] ?? '' })
  const { advisors } = lead.acts.includes('assign') ? await api.load(getLeadFilters, {}) : { advisors: [] }
  return {
    lead,
    advisors: choicesOf(advisors, lead.assignee),
    now: chinaTime(new Date().toISOString()).slice(0, 16),
  }
}

type Advisor = { id: number; name: string }

/** Whom the lead may be given to, and who has it now, also when that is no advisor. */
function choicesOf(
  advisors: readonly (Advisor & { active: boolean })[],
  now: Advisor | undefined,
): Advisor[] {
  const active = advisors.filter((one) => one.active)
  return now === undefined || active.some(({ id }) => id === now.id) ? active : [now, ...active]
}

/** Does what a form asks for. A phone is shown by the answer itself: it stands in no address. */
export async function action(args: ActionFunctionArgs) {
  const acted = await actOnLead(args)
  if ('done' in acted)
    throw redirect(withDone(leadPath(args.params['reference'] ?? ''), acted.done, acted.act), 303)
  return 'problem' in acted ? refused(acted) : acted
}

const done = {
  claimed: '已认领，30 分钟内别人不能拨打这位家长的电话。',
  released: '已放弃认领，别人可以联系了。',
  contacted: '已记下这次联系。',
  noted: '备注已添加。',
  assigned: '已分配。',
  transferred: '已转给学校，学校现在可以看到姓名和电话。',
  resent: '已安排重新发送到 CRM。',
}

export default function LeadPage() {
  const { lead, advisors, now } = useLoaderData<typeof loader>()
  const acted = useActionData<typeof action>()
  const problem = acted !== undefined && 'problem' in acted ? acted : undefined
  const revealed = acted !== undefined && 'revealed' in acted ? acted.revealed : undefined
  const { reference, order_type, claim, others, acts, entries, removal_reason: removal } = lead
  // Of a school's leads alone it is not said whether the CRM has them.
  const isSchool = lead.crm === undefined
  // What was recorded leaves its form; what was refused stays in it.
  const step = entries.length
  return (
    <Page
      title={isOver(lead) ? `线索 ${reference}` : leadHeading(lead)}
      intro={`${orderTypeNames[order_type]}，申请编号 ${reference}`}
      actions={
        <Link className="button quiet" to={leadsPath}>
          全部线索
        </Link>
      }
      done={done}
    >
      {isOver(lead) ? (
        <Notice tone="warn">
          {removal === undefined
            ? '家长已取消申请或撤回授权：不能再联系，姓名、电话、留言、年级和备注不再显示。'
            : `工作人员已把这份申请移出候补，原因：${removal}。姓名、电话、留言、年级和备注不再显示。`}
        </Notice>
      ) : claim === undefined ? null : (
        <Notice tone={claim.mine ? 'plain' : 'warn'}>
          {claim.mine ? (
            <p>
              您正在联系这位家长，{momentText(claim.until)} 以前别人不能拨打。
              <Link to={leadQueuePath}>打开联系的页面</Link>
            </p>
          ) : (
            `${claim.by.name}正在联系这位家长，${momentText(claim.until)} 以前请不要拨打。`
          )}
        </Notice>
      )}
      {isSchool || isOver(lead) || !isCalledBySchool(lead) ? null : (
        <Notice tone="warn">
          {`答应过家长由${lead.recipient}打电话，本站不打。`}
          {lead.transferred_at === undefined
            ? '请转给学校，不要自己拨打。'
            : '已经转给学校，请不要自己拨打。'}
        </Notice>
      )}
      <QuickActs lead={lead} problem={problem} isRevealed={revealed !== undefined} />
      <LeadFacts lead={lead} revealed={revealed} />
      {acts.includes('contact') ? (
        <CallForm key={`call ${step}`} now={now} next={lead.next_contact?.at} problem={problem} />
      ) : null}
      {acts.includes('assign') ? (
        <AssignForm advisors={advisors} assignee={lead.assignee?.id} problem={problem} />
      ) : null}
      {acts.includes('note') ? <NoteForm key={`note ${step}`} problem={problem} /> : null}
      <LeadHistory lead={lead} isSchool={isSchool} />
      {others.length === 0 ? null : (
        <Section title="同一电话的申请">
          <DataTable
            caption="同一电话的申请"
            columns={leadColumns({ current: reference, isSchool })}
            rows={[lead, ...others]}
            keyOf={(each) => each.reference}
            empty=""
          />
        </Section>
      )}
    </Page>
  )
}
