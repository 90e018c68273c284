import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { getStaffMember } from '#server/contract/staff/members.ts'
import { endStaffSession, listStaffSessions } from '#server/contract/staff/sessions.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import type { Column } from '../../parts/data-table.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { accountPath, memberPath, membersPath, sessionsPath, withDone } from '../../paths.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('登录设备', page)

/** The member of the query: undefined for one's own sessions, 0 for all. */
function memberIn(request: Request): string | undefined {
  return new URL(request.url).searchParams.get('member') ?? undefined
}

/** `/staff/sessions/`: one's own sessions; with `?member=` those of a member or of all (`0`), for administrators. */
export async function loader(args: LoaderFunctionArgs) {
  const member = memberIn(args.request)
  const api = staffApi(args)
  const [list, owner] = await Promise.all([
    api.load(listStaffSessions, {
      ...(member === undefined ? {} : { member }),
      page: pageNumberOf(args.request),
    }),
    member === undefined || member === '0' ? undefined : api.load(getStaffMember, { id: member }),
  ])
  return { list, member, owner: owner === undefined ? undefined : { id: owner.id, name: owner.name } }
}

/** Ends a session. */
export async function action(args: ActionFunctionArgs) {
  const { id = '' } = await readFields(args.request)
  const reply = await staffApi(args).send(endStaffSession, { id })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  throw redirect(withDone(listPath(memberIn(args.request)), 'ended'), 303)
}

function listPath(member: string | undefined): string {
  return member === undefined ? sessionsPath() : sessionsPath(Number(member) || 'all')
}

type Session = ReturnType<typeof useLoaderData<typeof loader>>['list']['items'][number]

/** Columns of the list; `member` as in its address: whose sessions they are stands in lists of others. */
function columnsFor(member: string | undefined): Column<Session>[] {
  return [
    {
      label: '设备',
      cell: ({ device, current }: Session) => (
        <>
          {device ?? '未知设备'} {current ? <span className="tag strong">当前设备</span> : null}
        </>
      ),
    },
    ...(member === undefined
      ? []
      : [
          {
            label: '成员',
            cell: ({ member: { id, name } }: Session) => <Link to={memberPath(id)}>{name}</Link>,
          },
        ]),
    { label: '网络', cell: ({ network }: Session) => (network === '' ? '不清楚' : network) },
    { label: '登录', cell: ({ created_at }: Session) => <Moment at={created_at} />, noWrap: true },
    { label: '最近使用', cell: ({ last_seen_at }: Session) => <Moment at={last_seen_at} />, noWrap: true },
    { label: '到期', cell: ({ expires_at }: Session) => <Moment at={expires_at} />, noWrap: true },
    {
      label: '操作',
      cell: ({ id, current, device, created_at }: Session) =>
        current ? (
          '点右上角“退出”'
        ) : (
          <StaffForm action={member === undefined ? sessionsPath() : sessionsPath(Number(member) || 'all')}>
            <input type="hidden" name="id" value={id} />
            <SubmitButton tone="quiet" about={`${device ?? '未知设备'}，${created_at.slice(0, 10)} 登录`}>
              下线
            </SubmitButton>
          </StaffForm>
        ),
    },
  ]
}

export default function SessionsPage() {
  const { list, member, owner } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  const whose = owner?.name ?? (member === undefined ? '我' : '所有成员')
  const back =
    owner !== undefined
      ? { to: memberPath(owner.id), text: owner.name }
      : member === undefined
        ? { to: accountPath, text: '我的账号' }
        : { to: membersPath, text: '全部成员' }
  return (
    <Page
      title={`${whose}的登录设备`}
      intro="登录 8 小时后自动退出；换了网络也要重新登录。"
      actions={
        <Link className="button quiet" to={back.to}>
          {back.text}
        </Link>
      }
      done={{ ended: '已下线，那台设备要重新登录才能使用。' }}
    >
      <ErrorSummary problem={problem && { message: problem.message, fields: {} }} />
      <ListTable
        caption="登录设备"
        columns={columnsFor(member)}
        list={list}
        unit="台"
        keyOf={({ id }) => id}
        empty="没有登录的设备。"
      />
    </Page>
  )
}
