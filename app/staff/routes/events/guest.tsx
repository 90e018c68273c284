import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { guestKindLabel, guestSources } from '#server/contract/check-ins/check-in-rules.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { formatTicketCode } from '#server/contract/check-ins/ticket-text.ts'
import { getStaffGuest, revealStaffGuest } from '#server/contract/staff/guests.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath, guestPath } from '../../event-paths.ts'
import { Facts } from '../../parts/facts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import styles from './event.module.css'
import { CheckInText } from './guest-table.tsx'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('来宾', page)

/** `/staff/guests/{id}/`: one guest, masked. */
export async function loader(args: LoaderFunctionArgs) {
  return staffApi(args).load(getStaffGuest, { id: args.params['id'] ?? '' })
}

/** Shows the full name and phone, which is recorded. Only the answer itself contains them. */
export async function action(args: ActionFunctionArgs) {
  await readFields(args.request)
  const reply = await staffApi(args).send(revealStaffGuest, { id: args.params['id'] ?? '' })
  if (!reply.ok) return refused({ problem: problemOf(reply), shown: undefined })
  return { problem: undefined, shown: reply.data }
}

export default function GuestPage() {
  const guest = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, name, event, qr, ticket, organisation, booth } = guest
  const shown = answer?.shown
  const isRemoved = name === undefined
  return (
    <Page
      title={name ?? '已移出的来宾'}
      intro={<Link to={eventPath(event.id)}>{event.title}</Link>}
      actions={
        <Link className="button quiet" to={eventPath(event.id, 'guests')}>
          来宾名单
        </Link>
      }
      done={{
        corrected: '已更正。',
        undone: '已撤销签到，可以重新签到。',
        removed: '已移出名单，入场码已作废。',
      }}
    >
      <Facts
        facts={[
          { label: '姓名', value: shown?.name ?? name ?? '已删除' },
          {
            label: '电话',
            value: shown?.phone === undefined ? (guest.phone ?? '没有') : <Phone of={shown.phone} />,
          },
          { label: '类型', value: `${guestKindLabel(guest.kind)}（${labelOf(guestSources, guest.source)}）` },
          { label: '人数', value: `${guest.party_size} 人` },
          { label: '单位', value: organisation },
          { label: '展位', value: booth },
          { label: '签到', value: <CheckInText guest={guest} /> },
          { label: '入场码', value: formatTicketCode(ticket) },
          { label: '名单里的入场码', value: guest.printed },
        ]}
      />
      {qr === undefined ? null : (
        <img
          className={styles.qr}
          src={qr}
          alt={`入场码 ${formatTicketCode(ticket)} 的二维码`}
          width={264}
          height={264}
        />
      )}
      {guest.booking_over && !isRemoved ? (
        <Notice tone="warn">家长已取消报名或撤回授权：不再显示完整的姓名和电话。</Notice>
      ) : null}
      {isRemoved ? (
        <Notice>这位来宾已经移出名单，或者信息已按期删除。</Notice>
      ) : (
        <div className="words">
          {shown === undefined && !guest.booking_over ? (
            <StaffForm action={guestPath(id)} problem={answer?.problem}>
              <SubmitButton tone="quiet">显示姓名和电话（会记录）</SubmitButton>
            </StaffForm>
          ) : null}
          <Link className="button" to={guestPath(id, 'correct')}>
            更正
          </Link>
          {guest.checked_in_at === undefined ? (
            <Link className="button danger" to={guestPath(id, 'remove')}>
              移出名单
            </Link>
          ) : (
            <Link className="button danger" to={guestPath(id, 'undo')}>
              撤销签到
            </Link>
          )}
        </div>
      )}
      {guest.undone.length === 0 ? null : (
        <Section title="撤销过的签到">
          <ul>
            {guest.undone.map(({ at, undone_at, by }) => (
              <li key={undone_at}>
                <Moment at={at} /> 签到，
                <Moment at={undone_at} /> 由 {by} 撤销
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}

/** A full phone, which a phone calls. */
function Phone({ of: phone }: { of: string }) {
  return <a href={`tel:${phone}`}>{phone.replace(/^\+86/, '')}</a>
}
