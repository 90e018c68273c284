import type { z } from 'zod'
import type { getOperations } from '#server/contract/staff/operations.ts'
import { timedTasks } from '#server/contract/staff/timed-tasks.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/page.tsx'

type Task = z.output<typeof getOperations.data>['timed_tasks'][number]

const columns = [
  { label: '任务', cell: ({ name }: Task) => taskText(timedTasks[name]), isHeading: true },
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

function taskText({ label, everyMs }: (typeof timedTasks)[Task['name']]): string {
  return `${label}（每${everyMs === 60_000 ? '分钟' : '小时'}）`
}

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
