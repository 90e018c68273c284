import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useMemo, useState } from 'react'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { checkInKinds, guestKinds } from '#server/contract/check-ins/check-in-rules.ts'
import { getStaffEvent } from '#server/contract/staff/events.ts'
import { findStaffGuests, guestStates, listStaffGuests } from '#server/contract/staff/guests.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { submitScan, useScanner } from '#app/check-ins/scanner/use-scanner.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { refused } from '../../access/refused.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath } from '../../event-paths.ts'
import { Field } from '../../parts/field.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { guestStateNames } from './event-texts.ts'
import { GuestTable } from './guest-table.tsx'

export const meta: MetaFunction<typeof loader> = (page) =>
  staffMeta(page.data === undefined ? '来宾名单' : `来宾名单_${page.data.event.title}`, page)

/** `/staff/events/{id}/guests/`: the guests of an event, masked. */
export async function loader(args: LoaderFunctionArgs) {
  const id = args.params['id'] ?? ''
  const query = new URL(args.request.url).searchParams
  const kind = checkInKinds.find((one) => one === query.get('kind'))
  const state = guestStates.find((one) => one === query.get('state'))
  const api = staffApi(args)
  const [event, list] = await Promise.all([
    api.load(getStaffEvent, { id }),
    api.load(listStaffGuests, {
      id,
      ...(kind === undefined ? {} : { kind }),
      ...(state === undefined ? {} : { state }),
      page: pageNumberOf(args.request),
    }),
  ])
  return { event: { id: event.id, title: event.title }, list, filters: { kind, state } }
}

/** Finds guests by name, phone or ticket. Posted, so that no name stands in an address. */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const reply = await staffApi(args).send(findStaffGuests, { ...values, id: args.params['id'] ?? '' })
  if (!reply.ok) return refused({ values, problem: problemOf(reply), found: undefined })
  return { values, problem: undefined, found: reply.data }
}

export default function GuestsPage() {
  const { event, list, filters } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const path = eventPath(event.id, 'guests')
  const [isUnreadable, setUnreadable] = useState(false)
  useScanner(
    useMemo(
      () => ({
        mainField: 'text',
        isKnown: () => false,
        onScan: (text: string) => {
          setUnreadable(false)
          submitScan('text', text)
        },
        onUnreadable: () => setUnreadable(true),
      }),
      [],
    ),
  )
  const isFiltered = filters.kind !== undefined || filters.state !== undefined
  return (
    <Page
      title="来宾名单"
      intro={<Link to={eventPath(event.id)}>{event.title}</Link>}
      actions={
        <>
          <Link className="button" to={eventPath(event.id, 'guests/import')}>
            导入名单
          </Link>
          <Link className="button quiet" to={eventPath(event.id, 'paper')}>
            纸质名单
          </Link>
        </>
      }
      done={{ removed: '已移出名单，入场码已作废。', imported: '名单已保存。' }}
    >
      <StaffForm action={path} problem={answer?.problem}>
        <Field
          label="查找来宾"
          name="text"
          form={answer ?? { values: {} }}
          hint="姓名里的字、电话后四位或入场码，也可以用扫码枪扫"
          autoComplete="off"
        />
        {isUnreadable ? (
          <Notice tone="warn">
            <p role="alert">没有读到入场码：请把输入法切换到英文再扫一次，或改用姓名查找。</p>
          </Notice>
        ) : null}
        <p>
          <SubmitButton>查找</SubmitButton>
        </p>
      </StaffForm>
      {answer?.found === undefined ? null : (
        <Section title="找到的来宾">
          <GuestTable guests={answer.found.items} empty="没有相符的来宾。" />
          {answer.found.more ? <p>还有更多，请填写得更具体一些。</p> : null}
        </Section>
      )}
      <Section title="全部名单">
        <FilterForm path={path} isFiltered={isFiltered}>
          <Field
            label="类型"
            name="kind"
            form={{ values: filters }}
            none="全部"
            choices={guestKinds.map(({ slug, label }) => ({ value: slug, label }))}
          />
          <Field
            label="签到"
            name="state"
            form={{ values: filters }}
            none="全部"
            choices={guestStates.map((value) => ({ value, label: guestStateNames[value] }))}
          />
        </FilterForm>
        <GuestTable
          guests={list.items}
          empty={isFiltered ? '名单里没有这样的来宾。' : '名单还是空的，请导入名单。'}
        />
        <Pager list={list} unit="位" />
      </Section>
    </Page>
  )
}
