import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { cityOfCode } from '#server/contract/cities.ts'
import { getStaffOpenDay, listOpenDayWaiting } from '#server/contract/staff/open-days.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { periodParts } from '#app/ui/text/format.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath } from '../../event-paths.ts'
import { openDayPath, openDaysPath, removeWaitingPath } from '../../open-day-paths.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Facts, type Fact } from '../../parts/facts.tsx'
import { Moment, momentText } from '../../parts/moment.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { OpenDayState, seatsText } from './open-day-texts.tsx'

export const meta: MetaFunction<typeof loader> = (page) =>
  staffMeta(page.data === undefined ? '开放日' : `${page.data.openDay.title}_开放日`, page)

/** `/staff/open-days/{id}/`: one open day, who booked, who came, and who must be called. */
export async function loader(args: LoaderFunctionArgs) {
  const api = staffApi(args)
  const [openDay, { rights }] = await Promise.all([
    api.load(getStaffOpenDay, { id: args.params['id'] ?? '' }),
    api.load(getStaffMe, {}),
  ])
  const mayWrite = rights.includes('open_days.write')
  const seated = /^[1-9]\d{0,6}$/.exec(new URL(args.request.url).searchParams.get('seated') ?? '')?.[0]
  return {
    openDay,
    waiting:
      rights.includes('waiting_list.read') && openDay.waiting > 0
        ? (await api.load(listOpenDayWaiting, { id: openDay.id })).items
        : [],
    seated,
    mayWrite,
    mayRemove: rights.includes('waiting_list.write'),
    mayOpenEvents: rights.includes('events.write'),
  }
}

type Attendance = ReturnType<typeof useLoaderData<typeof loader>>['openDay']['attendance'][number] & {
  /** Whether the member may open the event. */
  isLinked: boolean
}

const attendanceColumns = [
  {
    label: '签到活动',
    cell: ({ event, isLinked }: Attendance) =>
      isLinked ? <Link to={eventPath(event.id)}>{event.title}</Link> : event.title,
  },
  { label: '名单', cell: ({ registered }: Attendance) => `${registered} 人` },
  { label: '已签到', cell: ({ checked_in }: Attendance) => `${checked_in} 人` },
  { label: '现场新增', cell: ({ walk_ins }: Attendance) => `${walk_ins} 人` },
]

type Waiting = ReturnType<typeof useLoaderData<typeof loader>>['waiting'][number] & { openDayId: number }

const waitingColumns = [
  { label: '顺序', cell: ({ position }: Waiting) => `第 ${position} 位`, noWrap: true },
  { label: '家长', cell: ({ name }: Waiting) => name },
  { label: '电话', cell: ({ phone }: Waiting) => phone, noWrap: true },
  { label: '申请编号', cell: ({ reference }: Waiting) => reference, noWrap: true },
  { label: '加入时间', cell: ({ joined_at }: Waiting) => <Moment at={joined_at} />, noWrap: true },
]

const removal = {
  label: '操作',
  cell: ({ openDayId, reference, name }: Waiting) => (
    <Link to={removeWaitingPath(openDayId, reference)}>
      移出<span className="vh">{name}</span>
    </Link>
  ),
  noWrap: true,
}

export default function OpenDayPage() {
  const {
    openDay,
    waiting: list,
    seated,
    mayWrite,
    mayRemove,
    mayOpenEvents,
  } = useLoaderData<typeof loader>()
  const { id, title, school, to_call: toCall, messages_waiting: waiting } = openDay
  const attendance = openDay.attendance.map((one) => ({ ...one, isLinked: mayOpenEvents }))
  return (
    <Page
      title={title}
      intro={[school?.name, cityOfCode(openDay.city_code)?.name].filter(Boolean).join('，')}
      actions={
        <>
          {mayWrite ? (
            <>
              <Link className="button" to={openDayPath(id, 'edit')}>
                修改或改期
              </Link>
              {openDay.cancelled_at === undefined ? (
                <Link className="button danger" to={openDayPath(id, 'cancel')}>
                  取消开放日
                </Link>
              ) : (
                <Link className="button quiet" to={openDayPath(id, 'reinstate')}>
                  恢复举行
                </Link>
              )}
            </>
          ) : null}
          <Link className="button quiet" to={openDaysPath}>
            全部开放日
          </Link>
        </>
      }
      done={{
        added: '已新建，网站上马上可以看到。',
        changed: '已保存，网站上马上更新。',
        moved: '已改期，网站上马上更新，约好的家长会收到通知（22 点到 8 点不发短信，早上再发）。',
        relocated: '已改地点，网站上马上更新，请打电话告诉约好的家长。',
        cancelled: '已取消，网站上马上更新，约好的家长会收到通知（22 点到 8 点不发短信，早上再发）。',
        removed: '已移出候补名单，后面的家长往前移，这位家长会收到通知（22 点到 8 点不发短信，早上再发）。',
        reinstated: '已恢复举行，网站上马上更新，请打电话告诉约好的家长。',
      }}
    >
      {openDay.cancelled_at === undefined ? null : (
        <Notice tone="warn">
          {momentText(openDay.cancelled_at)} 取消，原因：{openDay.cancel_reason ?? '没有填写'}
        </Notice>
      )}
      {seated === undefined ? null : (
        <Notice tone="done">
          候补的 {seated} 位已按顺序转为预约，会收到通知（22 点到 8 点不发短信，早上再发）。
        </Notice>
      )}
      {openDay.withdrawn ? <Notice tone="warn">这个开放日或它的学校已经撤下，家长看不到。</Notice> : null}
      {toCall + waiting === 0 ? null : (
        <Notice tone="warn">
          <p>
            {toCall === 0 ? null : `还有 ${toCall} 位家长要打电话通知。`}
            {waiting === 0 ? null : `${waiting} 位家长的短信正在发送。`}{' '}
            {mayWrite ? <Link to={openDayPath(id, 'calls')}>要通知的家长</Link> : null}
          </p>
        </Notice>
      )}
      <Facts facts={factsOf(openDay)} />
      {mayWrite ? (
        <p>
          <Link className="button quiet" to={openDayPath(id, 'calls')}>
            要通知的家长
          </Link>
        </p>
      ) : null}
      {list.length === 0 ? null : (
        <Section title={`候补名单（${list.length} 位）`}>
          <p className="soft">
            有家长取消，或者名额加多，网站马上按这个顺序补上并通知；预约截止、开始或取消以后不再补。
          </p>
          <DataTable
            caption="候补名单"
            columns={mayRemove ? [...waitingColumns, removal] : waitingColumns}
            rows={list.map((one) => ({ ...one, openDayId: id }))}
            keyOf={({ reference }) => reference}
            empty=""
          />
        </Section>
      )}
      <Section title="到场">
        <DataTable
          caption="到场"
          columns={attendanceColumns}
          rows={attendance}
          keyOf={({ event }) => event.id}
          empty="这个开放日没有签到活动，不统计到场。"
        />
      </Section>
    </Page>
  )
}

function factsOf(openDay: ReturnType<typeof useLoaderData<typeof loader>>['openDay']): Fact[] {
  const { starts_at, ends_at, booking_closes_at: closesAt, place, booked, waiting, description } = openDay
  return [
    { label: '状态', value: <OpenDayState openDay={openDay} /> },
    { label: '时间', value: periodParts(starts_at, ends_at).join(' ') },
    { label: '截止预约', value: closesAt === undefined ? '开始之前' : <Moment at={closesAt} /> },
    { label: '地点', value: place ?? '没有填写' },
    { label: '已约名额', value: seatsText(openDay) },
    { label: '有效预约', value: `${booked} 份` },
    { label: '候补', value: `${waiting} 位` },
    { label: '说明', value: description },
  ]
}
