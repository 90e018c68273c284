import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getStaffDevice, revokeStaffDevice } from '#server/contract/staff/events.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath } from '../../event-paths.ts'
import { ConfirmPage } from '../../parts/confirm-page.tsx'
import { Notice } from '../../parts/notice.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { withDone } from '../../paths.ts'
import { DeviceQueue, LastSeen } from './device-texts.tsx'

export const meta: MetaFunction = (page) => staffMeta('停用签到设备', page)

/** `/staff/devices/{id}/revoke/`: asks before a check-in device is revoked. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffDevice, { id: args.params['id'] ?? '' })
}

/** Revokes a device. */
export async function action(args: ActionFunctionArgs) {
  const id = args.params['id'] ?? ''
  const { event = '' } = await readFields(args.request)
  const reply = await staffApi(args).send(revokeStaffDevice, { id })
  if (!reply.ok) return refused({ problem: problemOf(reply) })
  throw redirect(withDone(eventPath(Number(event)), 'revoked'), 303)
}

export default function RevokeDevicePage() {
  const device = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  const { event, name, queue, state } = device
  return (
    <ConfirmPage
      title={state === 'waiting' ? `取消${name}的配对码？` : `停用${name}？`}
      act={state === 'waiting' ? '取消配对码' : '停用'}
      back={eventPath(event.id)}
      fields={{ event: event.id }}
      problem={problem}
    >
      {queue !== undefined && queue.count > 0 ? (
        <Notice tone="warn">
          这台设备还有 {queue.count}{' '}
          条签到没有上传。停用后要用新的配对码重新配对，才能传上来；设备在手边的话，请先联网等它传完。
        </Notice>
      ) : null}
      <p>
        活动：{event.title}。最后联网：
        <LastSeen device={device} />
        ，待上传：
        <DeviceQueue device={device} />。
      </p>
      <p>停用马上生效：它不能再签到，下次联网时删除设备里的名单。要再用这台设备，请重新配对。</p>
    </ConfirmPage>
  )
}
