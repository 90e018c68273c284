import type { z } from 'zod'
import type { getStaffDevice } from '#server/contract/staff/events.ts'
import { Moment } from '../../parts/moment.tsx'

/** A check-in device as the API shows it. */
export type Device = Omit<z.output<typeof getStaffDevice.data>, 'event'>

/** Whether a device is paired. */
export function DeviceState({ device }: { device: Device }) {
  if (device.state === 'paired') return <span className="tag strong">已配对</span>
  return <span className="tag">{device.state === 'revoked' ? '已停用' : '等待配对'}</span>
}

/** When a device was last seen. */
export function LastSeen({ device: { last_seen_at } }: { device: Device }) {
  return last_seen_at === undefined ? <>还没有</> : <Moment at={last_seen_at} />
}

/** What a device still had to upload when it last reported. */
export function DeviceQueue({ device: { queue, state } }: { device: Device }) {
  if (queue === undefined) return <>{state === 'waiting' ? '没有' : '不清楚'}</>
  if (queue.outdated) return <>不清楚，停用前还有 {queue.count} 条</>
  return queue.count === 0 ? <>没有</> : <b>{queue.count} 条</b>
}

/** How far a device's clock is off; empty when it is right. */
export function clockOffsetText(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  const minutes = Math.round(Math.abs(seconds) / 60)
  return `时间${seconds > 0 ? '快' : '慢'}了 ${minutes} 分钟`
}
