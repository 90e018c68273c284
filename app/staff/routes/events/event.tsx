import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData, useRevalidator } from '@remix-run/react'
import { cityOfCode } from '#server/contract/cities.ts'
import { getStaffEvent } from '#server/contract/staff/events.ts'
import { periodParts } from '#app/ui/text/format.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath, eventsPath, revokeDevicePath } from '../../event-paths.ts'
import { openDayPath } from '../../open-day-paths.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { clockOffsetText, DeviceQueue, DeviceState, LastSeen, type Device } from './device-texts.tsx'
import { clockText, phaseNames } from './event-texts.ts'
import { useEffect } from 'react'
import styles from './event.module.css'

export const meta: MetaFunction<typeof loader> = (page) =>
  staffMeta(page.data === undefined ? '活动' : `${page.data.title}_活动`, page)

/** `/staff/events/{id}/`: one event, its numbers and devices as they are now. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffEvent, { id: args.params['id'] ?? '' })
}

const deviceColumns = [
  { label: '设备', cell: ({ name }: Device) => name },
  { label: '状态', cell: (device: Device) => <DeviceState device={device} /> },
  { label: '最后联网', cell: (device: Device) => <LastSeen device={device} />, noWrap: true },
  { label: '待上传', cell: (device: Device) => <DeviceQueue device={device} /> },
  {
    label: '提醒',
    cell: ({ clock_ahead_seconds }: Device) =>
      clock_ahead_seconds === undefined ? (
        '没有'
      ) : (
        <span className="tag warn">{clockOffsetText(clock_ahead_seconds)}</span>
      ),
  },
  {
    label: '操作',
    cell: ({ id, name, state }: Device) =>
      state === 'revoked' ? null : (
        <Link to={revokeDevicePath(id)}>
          停用<span className="vh">：{name}</span>
        </Link>
      ),
  },
]

export default function EventPage() {
  const event = useLoaderData<typeof loader>()
  useLiveData()
  const { id, title, place, numbers, devices, conflicts, open_day: openDay, last_check_in_at: last } = event
  return (
    <Page
      title={title}
      intro={[
        cityOfCode(event.city_code)?.name,
        periodParts(event.starts_at, event.ends_at).join(' '),
        place,
        phaseNames[event.check_in],
      ]
        .filter((part) => part !== undefined)
        .join('，')}
      actions={
        <>
          <Link className="button" to={eventPath(id, 'guests')}>
            来宾名单
          </Link>
          <Link className="button quiet" to={eventPath(id, 'report')}>
            报告
          </Link>
          <Link className="button quiet" to={eventPath(id, 'paper')}>
            纸质名单
          </Link>
          <Link className="button quiet" to={eventPath(id, 'edit')}>
            修改
          </Link>
          <Link className="button quiet" to={eventPath(id, 'visibility')}>
            {event.withdrawn_at === undefined ? '撤下' : '恢复公开'}
          </Link>
          <Link className="button quiet" to={eventsPath}>
            全部活动
          </Link>
        </>
      }
      done={{
        added: '已保存，签到页已经列出它。接下来导入名单、添加设备。',
        changed: '已保存。',
        withdrawn: '已撤下，签到页不再列出它。',
        reinstated: '已恢复公开。',
        revoked: '已停用，那台设备不能再签到。',
        imported: '名单已保存。',
      }}
    >
      {event.withdrawn_at === undefined ? null : (
        <Notice tone="warn">
          <Moment at={event.withdrawn_at} /> 撤下，签到页不列出它；已配对的平板还可以签到。
        </Notice>
      )}
      {openDay?.called_off === true ? (
        <Notice tone="warn">
          它的开放日已取消或撤下，预约的入场码已作废。活动也不办了，就
          <Link to={eventPath(id, 'visibility')}>撤下活动</Link>。
        </Notice>
      ) : null}
      {conflicts === 0 ? null : (
        <Notice tone="warn">
          <p>
            有 {conflicts} 次签到是两台设备重复的，
            <Link to={`${eventPath(id, 'report')}#conflicts`}>请看是谁</Link>。
          </p>
        </Notice>
      )}
      <dl className={styles.numbers}>
        <Figure label="名单已到" value={numbers.checked_in} />
        <Figure label="名单未到" value={Math.max(0, numbers.registered - numbers.checked_in)} />
        <Figure label="现场新增" value={numbers.walk_ins} />
        <Figure label="一共到场" value={numbers.checked_in + numbers.walk_ins} />
      </dl>
      <p className="soft">
        {clockText(event.now)} 的数字，最后一位签到：
        {last === undefined ? '还没有' : <Moment at={last} />}。{' '}
        <Link to={eventPath(id)} reloadDocument>
          刷新
        </Link>
      </p>
      {openDay === undefined ? null : (
        <p>
          开放日：<Link to={openDayPath(openDay.id)}>{openDay.title}</Link>
          {openDay.called_off ? '。' : '，预约的家长自动在名单里。'}
        </p>
      )}
      <Section title="签到设备">
        <DataTable
          caption="签到设备"
          columns={deviceColumns}
          rows={devices}
          keyOf={(device) => device.id}
          empty="还没有设备。生成配对码，在平板的签到页填写。"
        />
        <p className={styles.below}>
          <Link className="button quiet" to={eventPath(id, 'pair')}>
            添加设备
          </Link>
        </p>
      </Section>
    </Page>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="panel">
      <dt>{label}</dt>
      <dd>
        {value} <small>人</small>
      </dd>
    </div>
  )
}

const everyMs = 15_000

/** Loads a page's data anew every 15 seconds while the page is visible. */
function useLiveData(): void {
  const { revalidate, state } = useRevalidator()
  const isIdle = state === 'idle'
  useEffect(() => {
    if (!isIdle) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [isIdle, revalidate])
}
