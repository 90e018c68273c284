import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { coreFacts, factLabel } from '#server/contract/catalogue/school-facts.ts'
import { getOperations, retryFailedJob } from '#server/contract/staff/operations.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { unconfiguredText } from '../../parts/job-texts.ts'
import { Moment } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { operationsPath, withDone } from '../../paths.ts'
import { FailedJobs } from './failed-jobs.tsx'
import { MissingSettings } from './missing-settings.tsx'
import { TimedTasks } from './timed-tasks.tsx'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('运行', page)

/** `/staff/operations/`: the state of the running site, and what to do where it is bad. */
export async function loader(args: LoaderFunctionArgs) {
  const state = await staffApi(args).load(getOperations, {})
  return { state, at: new Date().toISOString() }
}

/** Has a failed job tried again at once. */
export async function action(args: ActionFunctionArgs) {
  const { id = '' } = await readFields(args.request)
  const reply = await staffApi(args).send(retryFailedJob, { id })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  throw redirect(withDone(operationsPath, 'retried'), 303)
}

const bytesInGb = 1024 ** 3
/** Seconds after which a job is late, and a backup too old; as in the shipped alert rules. */
const lateJob = 15 * 60
const oldBackup = 26 * 60 * 60
const oldRehearsal = 8 * 24 * 60 * 60
const littleDisk = 2 * bytesInGb

type State = ReturnType<typeof useLoaderData<typeof loader>>['state']
type Row = { label: string; now: ReactNode; isBad: boolean; advice: string }

const columns = [
  { label: '项目', cell: ({ label }: Row) => label, isHeading: true },
  { label: '现在', cell: ({ now }: Row) => now },
  {
    label: '状态',
    cell: ({ isBad }: Row) =>
      isBad ? <span className="tag warn">要处理</span> : <span className="tag strong">正常</span>,
  },
  { label: '说明', cell: ({ advice }: Row) => <span className="soft">{advice}</span> },
]

export default function OperationsPage() {
  const { state, at } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <Page
      title="运行"
      done={{ retried: '马上再试，几秒后刷新页面看结果。' }}
      intro={
        <>
          <Moment at={at} /> 的情况，刷新页面看最新的。网站打不开时这一页也打不开，请看服务器的监控。
        </>
      }
    >
      <ErrorSummary problem={problem} />
      <DataTable
        caption="网站运行情况"
        columns={columns}
        rows={rowsOf(state, Date.parse(at))}
        keyOf={({ label }) => label}
        empty=""
      />
      <MissingSettings settings={state.missing_settings} />
      <FailedJobs jobs={state.jobs} />
      <TimedTasks tasks={state.timed_tasks} />
    </Page>
  )
}

function rowsOf(state: State, now: number): Row[] {
  const {
    database,
    replicas,
    jobs,
    schools,
    sms,
    devices,
    last_backup_at: backup,
    last_backup_tried_at: rehearsal,
    disk_free_bytes: disk,
  } = state
  const ageOf = (moment: string | undefined) =>
    moment === undefined ? Infinity : (now - Date.parse(moment)) / 1000
  return [
    {
      label: '数据库',
      now: `${database.engine === 'embedded' ? '内嵌' : 'PostgreSQL'}，${sizeText(database.bytes)}`,
      isBad: false,
      advice: '内嵌的数据库适合一台机器；访问量大或要多台机器时改用 PostgreSQL。',
    },
    ...(replicas.named === 0 ? [] : [replicaRow(replicas)]),
    {
      label: '待发送的任务',
      now: `${jobs.waiting} 个${jobs.oldest_seconds === undefined ? '' : `，最早的等了 ${durationText(jobs.oldest_seconds)}`}`,
      isBad: (jobs.oldest_seconds ?? 0) > lateJob,
      advice: '线索推送、短信通知都在这里排队。超过 15 分钟没有发出，请看下一行。',
    },
    {
      label: '发送失败、正在重试',
      now: `${jobs.failing} 个`,
      isBad: jobs.failing > 0,
      advice: '多半是对方系统不通：恢复以后会自动重发，不会重复。每个的原因在下面，也可以马上重试。',
    },
    {
      label: '没有配置、发不出去',
      now: jobs.unconfigured === 0 ? '没有' : unconfiguredText(jobs.unconfigured_kinds),
      isBad: jobs.unconfigured > 0,
      advice: '配置好并重启以后自动发出。',
    },
    {
      label: '短信',
      now: `24 小时发了 ${sms.sent} 条，今天还能发 ${sms.left_day} 条，这一小时还能发 ${sms.left_hour} 条；其中新家长今天 ${sms.left_day_new_phones} 条，这一小时 ${sms.left_hour_new_phones} 条`,
      isBad:
        sms.left_hour_new_phones === 0 || sms.left_day_new_phones === 0 || sms.left_day * 10 < sms.limit_day,
      advice: '用完以后，家长收不到验证码。突然用得多，可能有人在刷短信。',
    },
    {
      label: '签到设备',
      now: `在线 ${devices.online} 台，还有 ${devices.unsent} 条签到没有上传`,
      isBad: devices.unsent > 0 && devices.online === 0,
      advice: '没有上传的签到存在设备里，联网后自动上传；不要清除设备的数据。',
    },
    {
      label: '最近一次备份',
      now: backup === undefined ? '没有记录' : <Moment at={backup} />,
      isBad: ageOf(backup) > oldBackup,
      advice: '每天应有一次。超过 26 小时没有备份，请技术人员看备份任务。',
    },
    {
      label: '最近一次试着恢复成功',
      now: rehearsal === undefined ? '没有记录' : <Moment at={rehearsal} />,
      isBad: ageOf(rehearsal) > oldRehearsal,
      advice:
        '把备份恢复到临时的数据库，看数据齐不齐、密钥对不对。每周至少一次；没有成功的原因写在操作记录里，请交给技术人员。',
    },
    {
      label: '磁盘剩余',
      now: disk === undefined ? '读不到' : sizeText(disk),
      isBad: disk === undefined || disk < littleDisk,
      advice: '少于 2 GB 时请技术人员清理或扩容；写满以后不能提交任何内容。',
    },
    {
      label: '外部系统',
      now: state.open_circuits.length === 0 ? '都能连上' : `暂停连接：${state.open_circuits.join('、')}`,
      isBad: state.open_circuits.length > 0,
      advice: '连续失败的外部系统会暂停片刻再试，其余功能不受影响。',
    },
    {
      label: '学校页',
      now: `${schools.total} 所，${schools.indexed} 所进搜索引擎，${schools.pictured} 所有图片`,
      isBad: schools.indexed === 0,
      advice: `写明${coreFacts.map(factLabel).join('、')}以后，学校的页面才进搜索引擎和网站地图。`,
    },
    {
      label: '密钥编号',
      now: state.key_id,
      isBad: false,
      advice: '姓名和电话用它加密。密钥要另存一份在别处：丢了密钥，备份也读不出姓名和电话。',
    },
    {
      label: '版本',
      now: state.build ?? '不清楚',
      isBad: false,
      advice: '正在运行的构建，报告问题时请写上。',
    },
    {
      label: '这个进程的启动时间',
      now: <Moment at={state.started_at} />,
      isBad: false,
      advice: '没有人发布新版本却刚刚启动过，说明它自己退出过，请看日志。',
    },
  ]
}

function replicaRow({ named, usable, lags }: State['replicas']): Row {
  const behind = lags.map(({ name, seconds }) => `${name} 落后 ${durationText(seconds)}`)
  return {
    label: '只读副本',
    now: [`${named} 个，可用 ${usable} 个`, ...behind].join('；'),
    isBad: usable < named,
    advice: '副本不可用时由主库回答，网站照常，但会慢一些。',
  }
}

function sizeText(bytes: number): string {
  return bytes < bytesInGb ? `${Math.round(bytes / 1024 ** 2)} MB` : `${(bytes / bytesInGb).toFixed(1)} GB`
}

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} 秒`
  if (seconds < 5400) return `${Math.round(seconds / 60)} 分钟`
  return `${Math.round(seconds / 3600)} 小时`
}
