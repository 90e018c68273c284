import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { getStaffEventReport } from '#server/contract/staff/events.ts'
import { dayText, periodParts } from '#app/ui/text/format.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath, guestPath } from '../../event-paths.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { clockOffsetText, DeviceQueue, DeviceState, LastSeen } from './device-texts.tsx'

export const meta: MetaFunction<typeof loader> = (page) =>
  staffMeta(page.data === undefined ? '活动报告' : `报告_${page.data.title}`, page)

/** `/staff/events/{id}/report/`: who came, what was refused, what each device sent, and double check-ins. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffEventReport, { id: args.params['id'] ?? '' })
}

type Report = ReturnType<typeof useLoaderData<typeof loader>>
type Day = Report['days'][number]
type Refusal = Report['refusals'][number]
type ReportedDevice = Report['devices'][number]
type Conflict = Report['conflicts'][number]

const dayColumns = [
  { label: '日期', cell: ({ day }: Day) => dayText(day) },
  { label: '签到', cell: ({ people }: Day) => `${people} 人` },
]

const refusalColumns = [
  { label: '原因', cell: ({ message }: Refusal) => message },
  { label: '次数', cell: ({ times }: Refusal) => `${times} 次` },
]

const deviceColumns = [
  { label: '设备', cell: ({ name }: ReportedDevice) => name },
  { label: '状态', cell: (device: ReportedDevice) => <DeviceState device={device} /> },
  { label: '提交', cell: ({ sent }: ReportedDevice) => `${sent} 次` },
  {
    label: '时间不准',
    cell: ({ wrong_clock, clock_ahead_seconds }: ReportedDevice) => {
      const offset = clockOffsetText(clock_ahead_seconds)
      return `${wrong_clock} 次${offset === '' ? '' : `（现在${offset}）`}`
    },
  },
  { label: '最后联网', cell: (device: ReportedDevice) => <LastSeen device={device} />, noWrap: true },
  { label: '待上传', cell: (device: ReportedDevice) => <DeviceQueue device={device} /> },
]

const conflictColumns = [
  {
    label: '来宾',
    cell: ({ registration_id: id, name }: Conflict) => (
      <Link to={guestPath(id)}>{name === '' ? `来宾 ${id}` : name}</Link>
    ),
  },
  {
    label: '第一次',
    cell: ({ first_at, first_device }: Conflict) => (
      <>
        <Moment at={first_at} />，{first_device ?? '网页'}
      </>
    ),
  },
  {
    label: '第二次',
    cell: ({ second_at, second_device }: Conflict) => (
      <>
        <Moment at={second_at} />，{second_device ?? '网页'}
      </>
    ),
  },
]

export default function ReportPage() {
  const report = useLoaderData<typeof loader>()
  const { id, title, starts_at, ends_at, numbers, days, refusals, devices, sent_by_web, conflicts } = report
  return (
    <Page
      title="报告"
      intro={
        <>
          <Link to={eventPath(id)}>{title}</Link>，{periodParts(starts_at, ends_at).join(' ')}
        </>
      }
      actions={
        <Link className="button quiet" to={eventPath(id)}>
          返回活动
        </Link>
      }
    >
      <p>
        登记 {numbers.registered} 人，其中 {numbers.checked_in} 人已签到；现场新增 {numbers.walk_ins}{' '}
        人；一共到场 {numbers.checked_in + numbers.walk_ins} 人。
      </p>
      {days.length < 2 ? null : (
        <Section title="按日签到">
          <DataTable caption="按日签到" columns={dayColumns} rows={days} keyOf={({ day }) => day} empty="" />
        </Section>
      )}
      <Section title="设备">
        <DataTable
          caption="设备"
          columns={deviceColumns}
          rows={devices}
          keyOf={(device) => device.id}
          empty="没有配对过的设备。"
        />
        <p>没有配对的网页签到 {sent_by_web} 次。</p>
      </Section>
      <Section title="被拒绝的签到">
        <DataTable
          caption="被拒绝的签到"
          columns={refusalColumns}
          rows={refusals}
          keyOf={({ message }) => message}
          empty="没有被拒绝的签到。"
        />
      </Section>
      <div id="conflicts">
        <Section title="两台设备重复签到">
          <DataTable
            caption="两台设备重复签到"
            columns={conflictColumns}
            rows={conflicts}
            keyOf={(one) => `${one.registration_id} ${one.second_at}`}
            empty="没有重复签到。"
          />
        </Section>
      </div>
    </Page>
  )
}
