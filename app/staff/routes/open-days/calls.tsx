import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import {
  getStaffOpenDay,
  listOpenDayCalls,
  recordOpenDayCall,
  revealOpenDayCalls,
} from '#server/contract/staff/open-days.ts'
import { leadAnswerText } from '#server/contract/catalogue/lead-fields.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { openDayPath } from '../../open-day-paths.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { noticeNames } from './open-day-texts.tsx'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('要通知的家长', page)

/** `/staff/open-days/{id}/calls/`: who is notified of a change, and who still must be called. */
export async function loader(args: LoaderFunctionArgs) {
  const id = args.params['id'] ?? ''
  const api = staffApi(args)
  const [openDay, { items }] = await Promise.all([
    api.load(getStaffOpenDay, { id }),
    api.load(listOpenDayCalls, { id }),
  ])
  return { openDay: { id: openDay.id, title: openDay.title }, guests: items }
}

/**
 * Records a call, or shows the full names and phones of whom to call: only that answer contains them. A call that is
 * recorded while they are shown shows the others again.
 */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  const { reference, shown: isShown } = await readFields(args.request)
  const api = staffApi(args)
  if (reference !== undefined) {
    const reply = await api.send(recordOpenDayCall, { id, reference })
    if (!reply.ok) return refused({ problem: problemOf(reply), shown: undefined })
    if (isShown !== '1') throw redirect(withDone(openDayPath(id, 'calls'), 'called'), 303)
  }
  const reply = await api.send(revealOpenDayCalls, { id })
  if (!reply.ok) return refused({ problem: problemOf(reply), shown: undefined })
  return { problem: undefined, shown: reply.data.items }
}

type Guest = z.output<typeof listOpenDayCalls.data>['items'][number]

const isToCall = ({ message, called_at }: Guest) => message !== 'sent' && called_at === undefined

const guestColumns = [
  { label: '家长', cell: ({ name }: Guest) => name },
  {
    label: '希望怎么联系',
    cell: (guest: Guest) => leadAnswerText('contact_preference', guest) ?? '都可以',
  },
  {
    label: '电话',
    cell: ({ phone }: Guest) => (phone.includes('*') ? phone : <a href={`tel:${phone}`}>{phone}</a>),
    noWrap: true,
  },
  { label: '申请编号', cell: ({ reference }: Guest) => reference, noWrap: true },
  {
    label: '要通知',
    cell: ({ kind, waiting }: Guest) => `${noticeNames[kind]}${waiting ? '（候补）' : ''}`,
    noWrap: true,
  },
]

const notifiedColumns = [
  ...guestColumns,
  {
    label: '通知',
    cell: ({ message_sent_at, called_at, called_by }: Guest) => (
      <>
        {message_sent_at === undefined ? null : (
          <>
            短信已发 <Moment at={message_sent_at} />{' '}
          </>
        )}
        {called_at === undefined ? null : (
          <>
            {called_by ?? '工作人员'} 已打电话 <Moment at={called_at} />
          </>
        )}
      </>
    ),
  },
]

/** A guest to call, with the address of this page, and whether full names and phones are shown. */
type GuestToCall = Guest & { path: string; isShown: boolean }

const toCallColumns = [
  ...guestColumns,
  {
    label: '短信',
    cell: ({ message }: GuestToCall) => (message === 'waiting' ? '正在发送，可以等一等' : '发不到'),
  },
  {
    label: '操作',
    cell: ({ reference, name, path, isShown }: GuestToCall) => (
      <StaffForm action={path}>
        <input type="hidden" name="reference" value={reference} />
        {isShown ? <input type="hidden" name="shown" value="1" /> : null}
        <SubmitButton tone="quiet" about={name}>
          打过了
        </SubmitButton>
      </StaffForm>
    ),
  },
]

export default function CallsPage() {
  const { openDay, guests } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const path = openDayPath(openDay.id, 'calls')
  const isShown = answer?.shown !== undefined
  const toCall = (answer?.shown ?? guests.filter(isToCall)).map((guest) => ({ ...guest, path, isShown }))
  const notified = guests.filter((guest) => !isToCall(guest))
  return (
    <Page
      title="要通知的家长"
      intro={<Link to={openDayPath(openDay.id)}>{openDay.title}</Link>}
      done={{ called: '已记下。' }}
    >
      {answer?.problem === undefined ? null : <Notice tone="warn">{answer.problem.message}</Notice>}
      <Section title={`还要打电话（${toCall.length} 位）`}>
        {isShown || toCall.length === 0 ? null : (
          <StaffForm action={path}>
            <p>
              <SubmitButton>显示姓名和电话（会记录）</SubmitButton>
            </p>
          </StaffForm>
        )}
        <DataTable
          caption="还要打电话的家长"
          columns={toCallColumns}
          rows={toCall}
          keyOf={({ reference }) => reference}
          empty="没有要打电话的家长。"
        />
      </Section>
      <Section title={`已经通知（${notified.length} 位）`}>
        <DataTable
          caption="已经通知的家长"
          columns={notifiedColumns}
          rows={notified}
          keyOf={({ reference }) => reference}
          empty="还没有通知过家长。"
        />
      </Section>
    </Page>
  )
}
