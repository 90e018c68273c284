import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { guestKindLabel } from '#server/contract/check-ins/check-in-rules.ts'
import { getStaffEvent } from '#server/contract/staff/events.ts'
import { readPaperList } from '#server/contract/staff/guests.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath } from '../../event-paths.ts'
import { momentText } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import styles from './event.module.css'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('纸质名单', page)

/** `/staff/events/{id}/paper/`: the guest list to print, with boxes to tick, for a door without devices. */
export async function loader(args: LoaderFunctionArgs) {
  const { id, title, starts_at } = await staffApi(args).load(getStaffEvent, { id: args.params['id'] ?? '' })
  return { id, title, starts_at }
}

/** Shows the list with full names, which is recorded. Only the answer itself contains them. */
export async function action(args: ActionFunctionArgs) {
  await readFields(args.request)
  const reply = await staffApi(args).send(readPaperList, { id: args.params['id'] ?? '' })
  if (!reply.ok) return refused({ problem: problemOf(reply), rows: undefined })
  return { problem: undefined, rows: reply.data.rows }
}

/** Columns; wide ones are left out on narrow screens, and always printed. */
const heads = [
  { label: '类型', isWide: false },
  { label: '姓名', isWide: false },
  { label: '电话', isWide: false },
  { label: '单位和展位', isWide: true },
  { label: '人数', isWide: false },
  { label: '入场码', isWide: false },
  { label: '系统签到', isWide: true },
  { label: '签到时间', isWide: true },
]

export default function PaperPage() {
  const { id, title, starts_at } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const rows = answer?.rows
  if (rows === undefined) {
    return (
      <Page title="纸质名单" intro={<Link to={eventPath(id)}>{title}</Link>}>
        <p>
          名单上有完整姓名和打码的电话，留给没有设备的入口用。打开会记录是谁在什么时候看的；打印出来的纸用完请销毁。
        </p>
        <StaffForm action={eventPath(id, 'paper')} problem={answer?.problem}>
          <SubmitButton>打开名单（会记录）</SubmitButton>{' '}
          <Link className="button quiet" to={eventPath(id)}>
            返回
          </Link>
        </StaffForm>
      </Page>
    )
  }
  return (
    <Page title={title} intro={`签到名单，${momentText(starts_at)}，${rows.length} 人，用完请销毁`}>
      <p className={styles.screen}>
        用浏览器的“打印”打印这一页。{' '}
        <Link className="button quiet" to={eventPath(id)}>
          返回
        </Link>
      </p>
      <table className={styles.paper}>
        <caption className="vh">签到名单</caption>
        <thead>
          <tr>
            {heads.map(({ label, isWide }) => (
              <th key={label} scope="col" className={isWide ? styles.wide : styles.whole}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id: guest, kind, name, phone, organisation, party_size, ticket, checked_in_at }) => (
            <tr key={guest}>
              <td className={styles.whole}>{guestKindLabel(kind)}</td>
              <th scope="row" className={styles.whole}>
                {name}
              </th>
              <td>{phone}</td>
              <td className={styles.wide}>{organisation}</td>
              <td>{party_size}</td>
              <td className={styles.whole}>{ticket}</td>
              <td className={styles.wide}>{checked_in_at === undefined ? '' : momentText(checked_in_at)}</td>
              <td className={styles.wide} aria-label="签到时间" />
            </tr>
          ))}
        </tbody>
      </table>
    </Page>
  )
}
