import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getLeadQueue } from '#server/contract/staff/leads.ts'
import { chinaTime } from '#app/china-time.ts'
import { timeText } from '#app/ui/text/format.ts'
import { refused } from '../../../access/refused.server.ts'
import { staffApi } from '../../../access/staff-api.server.ts'
import { Page } from '../../../parts/page.tsx'
import { staffMeta } from '../../../parts/staff-meta.ts'
import { StaffForm, SubmitButton } from '../../../parts/staff-form.tsx'
import { leadQueuePath, leadsPath, withDone } from '../../../paths.ts'
import { leadHeading } from '../../../texts/lead-texts.ts'
import { LeaveLead } from './call-result.tsx'
import { CallScreen } from './call-screen.tsx'
import { loadSchoolFacts } from './load-school-facts.server.ts'
import { workLead } from './work-lead.server.ts'

// Names are not in titles, which browsers keep.
export const meta: MetaFunction<typeof loader> = (page) => staffMeta('联系家长', page)

/** `/staff/leads/queue/`: the lead that the member is about to call, with everything to know; else how many wait. */
export async function loader(args: LoaderFunctionArgs) {
  const queue = await staffApi(args).load(getLeadQueue, {})
  const { school, grade } = queue.held ?? {}
  return {
    queue,
    school: school === undefined ? undefined : await loadSchoolFacts(args, { id: school.id, grade }),
    now: chinaTime(new Date().toISOString()).slice(0, 16),
  }
}

/** Records the result of a call and takes the next lead; see `workLead`. */
export async function action(args: ActionFunctionArgs) {
  const worked = await workLead(args)
  if ('problem' in worked) return refused(worked)
  const { done, act, isOver = false } = worked
  const path = isOver ? leadsPath : leadQueuePath
  throw redirect(done === undefined ? path : withDone(path, done, act), 303)
}

const done = {
  reached: '上一位已记下：已接通。',
  visit: '上一位已记下：约好到访。',
  call_back: '上一位已记下：约好再联系。',
  declined: '上一位已记下：不再考虑。',
  unanswered: '上一位已记下：没人接听。',
  wrong_number: '上一位已记下：号码不对。',
  later: '上一位改到以后联系。',
  transferred: '上一位已转给学校。',
  already: '上一次联系早已记下，没有再记。',
  undone: '已撤销。',
  'undone-in-part': '已撤销；后来又改过的申请没有动。',
}

export default function LeadQueuePage() {
  const { queue, school, now } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const { held, due, fresh } = queue
  if (held === undefined)
    return (
      <Page title="联系家长" intro={waitingText(due, fresh)} done={done}>
        <StaffForm action={leadQueuePath} problem={refusal?.problem}>
          {due + fresh === 0 ? null : (
            <SubmitButton name="press" value="next">
              开始工作
            </SubmitButton>
          )}
        </StaffForm>
      </Page>
    )
  return (
    <Page
      title={leadHeading({ ...held, name: held.full?.name ?? held.name })}
      intro={`${waitingText(due, fresh)}${claimText(held.claim?.until)}`}
      actions={<LeaveLead reference={held.reference} />}
      done={done}
    >
      <CallScreen key={held.reference} lead={held} school={school} now={now} refusal={refusal} />
    </Page>
  )
}

/** Until when nobody else calls the family. */
function claimText(until: string | undefined): string {
  return until === undefined ? '' : `${timeText(until)} 以前别人不能拨打这位家长的电话。`
}

/** How many wait, the one that is shown among them. */
function waitingText(due: number, fresh: number): string {
  return due + fresh === 0
    ? '没有要联系的家长了。'
    : `还有 ${due + fresh} 条：到期要回电 ${due} 条，没联系过的 ${fresh} 条。`
}
