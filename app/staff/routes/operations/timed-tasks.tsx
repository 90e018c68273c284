import type { z } from 'zod'
import type { getOperations } from '#server/contract/staff/operations.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'

type Task = z.output<typeof getOperations.data>['timed_tasks'][number]

const texts: Readonly<Record<string, string>> = {
  retention: '清理过期数据（每小时）',
  open_day_notices: '开放日变化的通知（每分钟）',
  ticket_messages: '发入场码（每分钟）',
  reminders: '开放日前一天的提醒短信（每分钟）',
  drafts: '定时发布（每分钟）',
  uploaded_pictures: '删除没有用到的图片（每分钟）',
  lead_digests: '新线索短信（每分钟）',
  lead_notifications: '新线索提醒（每分钟）',
}

const columns = [
  { label: '任务', cell: ({ name }: Task) => texts[name] ?? name, isHeading: true },
  { label: '上次运行', cell: ({ ended_at }: Task) => <Moment at={ended_at} />, noWrap: true },
  {
    label: '结果',
    cell: ({ failure }: Task) =>
      failure === undefined ? (
        <span className="tag strong">成功</span>
      ) : (
        <>
          <span className="tag warn">失败</span> {failure}
        </>
      ),
  },
]

/** The last run of each timed task of this process. */
export function TimedTasks({ tasks }: { tasks: readonly Task[] }) {
  return (
    <Section title="定时任务">
      <p className="soft">
        这个进程启动以来的最后一次。失败的到时间会再运行；没有列出的没有配置，或还没有运行完。
      </p>
      <DataTable
        caption="定时任务"
        columns={columns}
        rows={tasks}
        keyOf={({ name }) => name}
        empty="还没有运行过。"
      />
    </Section>
  )
}
