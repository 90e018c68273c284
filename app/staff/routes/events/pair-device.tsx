import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { exhibitorsPath, parentsPath } from '#server/contract/check-ins/check-in-paths.ts'
import { createPairingCode, getStaffEvent } from '#server/contract/staff/events.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { timeText } from '#app/ui/text/format.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath } from '../../event-paths.ts'
import { Field } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import styles from './event.module.css'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('添加签到设备', page)

/** `/staff/events/{id}/pair/`: makes a code that pairs a device with the event. */
export async function loader(args: LoaderFunctionArgs) {
  const { id, title } = await staffApi(args).load(getStaffEvent, { id: args.params['id'] ?? '' })
  return { id, title }
}

/** Makes a pairing code. It is shown by the answer itself: no address ever shows it again. */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const reply = await staffApi(args).send(createPairingCode, {
    ...values,
    id: args.params['id'] ?? '',
  })
  if (!reply.ok) return refused({ values, problem: problemOf(reply), offer: undefined })
  return { values, problem: undefined, offer: reply.data }
}

export default function PairDevicePage() {
  const { id, title } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const offer = answer?.offer
  if (offer !== undefined) {
    const { code, device, expires_at: until } = offer
    return (
      <Page title={`${device.name}的配对码`} intro={title}>
        <p className={styles.code}>
          <span>{code.slice(0, 4)}</span> <span>{code.slice(4)}</span>
        </p>
        <p>
          在那台设备上打开网站的 {parentsPath}（参展方入口用 {exhibitorsPath}
          ），点“工作人员：把这台设备配对为离线签到机”，填写这 8 位数字。{timeText(until)}{' '}
          之前有效，只能用一次。
        </p>
        <p className="soft">离开这一页就看不到了；过期可以用同样的名称再生成一个。</p>
        <p className={styles.below}>
          <Link className="button" to={eventPath(id)}>
            配对好了，看设备
          </Link>
        </p>
      </Page>
    )
  }
  return (
    <Page title="添加签到设备" intro={title}>
      <StaffForm problem={answer?.problem}>
        <Field
          label="设备名称"
          name="name"
          form={answer ?? { values: {} }}
          hint="工作人员一看就知道是哪一台，例如 前台1"
          autoComplete="off"
        />
        <p>
          <SubmitButton>生成配对码</SubmitButton>{' '}
          <Link className="button quiet" to={eventPath(id)}>
            返回
          </Link>
        </p>
      </StaffForm>
    </Page>
  )
}
