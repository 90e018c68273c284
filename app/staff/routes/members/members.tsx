import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { listStaffMembers } from '#server/contract/staff/members.ts'
import { staffRoleNames } from '#server/contract/staff/roles.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { ListTable } from '../../parts/list-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { memberPath, newMemberPath, sessionsPath } from '../../paths.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('成员', page)

/** `/staff/members/`: everybody who may log in, and who may not any more. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(listStaffMembers, { page: pageNumberOf(args.request) })
}

type Member = ReturnType<typeof useLoaderData<typeof loader>>['items'][number]

const columns = [
  {
    label: '姓名',
    cell: ({ id, name, closed_at }: Member) => (
      <>
        <Link to={memberPath(id)}>{name}</Link>{' '}
        {closed_at === undefined ? null : <span className="tag">已停用</span>}
      </>
    ),
  },
  {
    label: '角色',
    cell: ({ role, school }: Member) =>
      `${staffRoleNames[role]}${school === undefined ? '' : `：${school.name}`}`,
  },
  { label: '手机', cell: ({ phone }: Member) => phone ?? '已删除', noWrap: true },
  {
    label: '动态码',
    cell: ({ enrolled, recovery_codes_left }: Member) =>
      enrolled ? `已设置，剩 ${recovery_codes_left} 个恢复码` : <span className="tag warn">还没设置</span>,
  },
  {
    label: '最近使用',
    cell: ({ last_seen_at }: Member) =>
      last_seen_at === undefined ? '还没有' : <Moment at={last_seen_at} />,
    noWrap: true,
  },
]

export default function MembersPage() {
  const list = useLoaderData<typeof loader>()
  return (
    <Page
      title="成员"
      actions={
        <>
          <Link className="button" to={newMemberPath}>
            添加成员
          </Link>
          <Link className="button quiet" to={sessionsPath('all')}>
            所有登录设备
          </Link>
        </>
      }
    >
      <ListTable
        caption="成员"
        columns={columns}
        list={list}
        unit="人"
        keyOf={({ id }) => id}
        empty="还没有成员。"
      />
    </Page>
  )
}
