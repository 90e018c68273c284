import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { DataOf } from '#server/contract/endpoint.ts'
import { getStaffToday } from '#server/contract/staff/today.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { draftsOfStatePath } from '../../content-paths.ts'
import { completenessPath } from '../../fact-paths.ts'
import { eventPath, eventsPath } from '../../event-paths.ts'
import { openDayPath, openDaysPath } from '../../open-day-paths.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Facts } from '../../parts/facts.tsx'
import { LackedFacts } from '../../parts/lacked-facts.tsx'
import { unconfiguredText } from '../../parts/job-texts.ts'
import { Moment } from '../../parts/moment.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { periodParts } from '#app/ui/text/format.ts'
import {
  correctionsPath,
  dueLeadsPath,
  operationsPath,
  questionsPath,
  waitingLeadsPath,
} from '../../paths.ts'
import { StartWork } from '../../parts/staff-form.tsx'
import { Figures } from './figures.tsx'
import styles from './today.module.css'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('今天', page)

/** `/staff/today/`: what waits for the member; parts without the right for them are absent. */
export async function loader(args: LoaderFunctionArgs) {
  const today = await staffApi(args).load(getStaffToday, {})
  return { ...today, devices: today.devices?.toSorted(byUnsent) }
}

export default function TodayPage() {
  const {
    leads,
    due_leads: due,
    questions,
    corrections,
    proposed_drafts: proposed,
    failed_drafts: failed,
    refused_drafts: refused,
    lacked,
    open_days: openDays,
    devices,
    operations,
  } = useLoaderData<typeof loader>()
  const waiting = [
    { label: '线索待联系', unit: '条', path: waitingLeadsPath, ...leads },
    { label: '线索到期要联系', unit: '条', path: dueLeadsPath, ...due },
    { label: '提问待回答', unit: '条', path: questionsPath, ...questions },
    { label: '纠错待处理', unit: '条', path: correctionsPath, ...corrections },
    { label: '草稿待审核', unit: '份', path: draftsOfStatePath('proposed'), ...proposed },
    { label: '定时发布失败', unit: '份', path: draftsOfStatePath('draft'), ...failed },
    { label: '草稿被退回', unit: '份', path: draftsOfStatePath('refused'), ...refused },
  ]
  return (
    <Page title="今天">
      <Figures waiting={waiting} />
      {due === undefined ? null : <StartWork />}
      {openDays === undefined ? null : (
        <Section title="今天和接下来七天的开放日">
          <DataTable
            caption="开放日"
            columns={openDayColumns}
            rows={openDays.slice(0, mostRows)}
            keyOf={({ id }) => id}
            empty="这几天没有开放日。"
          />
          <More count={openDays.length} unit="个" path={openDaysPath} all="全部开放日" />
        </Section>
      )}
      {devices === undefined ? null : (
        <Section title="签到设备">
          <DataTable
            caption="签到设备"
            columns={deviceColumns}
            rows={devices.slice(0, mostRows)}
            keyOf={({ id }) => id}
            empty="没有进行中的活动，也没有配对的设备。"
          />
          <More count={devices.length} unit="台" path={eventsPath} all="全部活动" />
        </Section>
      )}
      {lacked === undefined || lacked.length === 0 ? null : (
        <LackedFacts rows={lacked.slice(0, mostRows)}>
          <More count={lacked.length} unit="项" path={completenessPath} all="资料完整度" />
        </LackedFacts>
      )}
      {operations === undefined ? null : (
        <Section title="网站运行">
          <Facts facts={operationFacts(operations)} />
          <p>
            <Link to={operationsPath}>运行</Link>
          </p>
        </Section>
      )}
    </Page>
  )
}

type Today = DataOf<typeof getStaffToday>
type OpenDay = NonNullable<Today['open_days']>[number]
type Device = NonNullable<Today['devices']>[number]
type Operations = NonNullable<Today['operations']>

/** Most rows of a table here: the lists have all. */
const mostRows = 5

/** Devices with check-ins to upload first. */
function byUnsent(one: Device, other: Device): number {
  return (other.waiting ?? 0) - (one.waiting ?? 0)
}

type MoreProps = { count: number; unit: string; path: string; all: string }

/** The link to the whole list, with how many rows the table leaves out. */
function More({ count, unit, path, all }: MoreProps) {
  return (
    <p className={styles.more}>
      {count > mostRows ? `还有 ${count - mostRows} ${unit}，见` : null}
      <Link to={path}>{all}</Link>
    </p>
  )
}

const openDayColumns = [
  { label: '开放日', cell: ({ id, title }: OpenDay) => <Link to={openDayPath(id)}>{title}</Link> },
  { label: '学校', cell: ({ school }: OpenDay) => school?.name ?? '不限学校' },
  { label: '时间', cell: ({ starts_at, ends_at }: OpenDay) => periodParts(starts_at, ends_at).join(' ') },
  { label: '地点', cell: ({ place }: OpenDay) => place ?? '未填' },
  {
    label: '预约',
    cell: ({ cancelled, taken, capacity, waiting }: OpenDay) =>
      cancelled ? (
        <span className="tag warn">已取消</span>
      ) : (
        [
          capacity === undefined ? `${taken} 位` : `${taken}/${capacity} 位`,
          ...(waiting === 0 ? [] : [`候补 ${waiting} 位`]),
        ].join('，')
      ),
  },
]

const deviceColumns = [
  { label: '设备', cell: ({ name }: Device) => name },
  { label: '活动', cell: ({ event }: Device) => <Link to={eventPath(event.id)}>{event.title}</Link> },
  {
    label: '最后联网',
    cell: ({ last_seen_at }: Device) =>
      last_seen_at === undefined ? '还没有' : <Moment at={last_seen_at} />,
  },
  {
    label: '待上传',
    cell: ({ waiting }: Device) => (waiting === undefined ? '不清楚' : `${waiting} 条`),
  },
]

const bytesInGb = 1024 ** 3

/** The state of the site in a few lines. */
function operationFacts(operations: Operations) {
  const {
    jobs_waiting,
    jobs_failing,
    oldest_failing_at,
    last_backup_at,
    disk_free_bytes,
    jobs_unconfigured,
  } = operations
  return [
    { label: '待发送的任务', value: `${jobs_waiting} 个` },
    {
      label: '发送失败、正在重试',
      value: (
        <>
          {jobs_failing} 个
          {oldest_failing_at === undefined ? null : (
            <>
              ，最早一个在 <Moment at={oldest_failing_at} />
            </>
          )}
        </>
      ),
    },
    ...(jobs_unconfigured.length === 0
      ? []
      : [{ label: '没有配置', value: unconfiguredText(jobs_unconfigured) }]),
    {
      label: '最近一次备份',
      value: last_backup_at === undefined ? '没有记录' : <Moment at={last_backup_at} />,
    },
    ...(disk_free_bytes === undefined
      ? []
      : [{ label: '磁盘剩余', value: `${(disk_free_bytes / bytesInGb).toFixed(1)} GB` }]),
  ]
}
