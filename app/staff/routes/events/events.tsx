import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { cities, cityOfCode } from '#server/contract/cities.ts'
import { listStaffEvents } from '#server/contract/staff/events.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { periodParts } from '#app/ui/text/format.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { eventPath, eventsPath, newEventPath, tryScannerPath } from '../../event-paths.ts'
import { ListTable } from '../../parts/list-table.tsx'
import { Field } from '../../parts/field.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { phaseNames } from './event-texts.ts'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('活动', page)

/** `/staff/events/`: events with check-in, coming ones first. */
export async function loader(args: LoaderFunctionArgs) {
  const city = cities.find(({ code }) => code === new URL(args.request.url).searchParams.get('city'))?.code
  const list = await staffApi(args).load(listStaffEvents, {
    ...(city === undefined ? {} : { city_code: city }),
    page: pageNumberOf(args.request),
  })
  return { list, city }
}

type Event = ReturnType<typeof useLoaderData<typeof loader>>['list']['items'][number]

const columns = [
  {
    label: '活动',
    cell: ({ id, title, withdrawn }: Event) => (
      <>
        <Link to={eventPath(id)}>{title}</Link> {withdrawn ? <span className="tag">已撤下</span> : null}
      </>
    ),
  },
  { label: '城市', cell: ({ city_code }: Event) => cityOfCode(city_code)?.name },
  { label: '时间', cell: ({ starts_at, ends_at }: Event) => periodParts(starts_at, ends_at).join(' ') },
  {
    label: '签到',
    cell: ({ check_in }: Event) =>
      check_in === 'open' ? (
        <span className="tag strong">{phaseNames.open}</span>
      ) : (
        <span className="soft">{phaseNames[check_in]}</span>
      ),
  },
  { label: '已到 / 名单', cell: ({ arrived, guests }: Event) => `${arrived} / ${guests} 人`, noWrap: true },
  { label: '设备', cell: ({ devices }: Event) => `${devices} 台`, noWrap: true },
]

export default function EventsPage() {
  const { list, city } = useLoaderData<typeof loader>()
  return (
    <Page
      title="活动"
      intro="有签到的活动：名单、设备、签到和报告。"
      actions={
        <>
          <Link className="button" to={newEventPath}>
            新建活动
          </Link>{' '}
          <Link className="button quiet" to={tryScannerPath}>
            试扫码枪
          </Link>
        </>
      }
    >
      <FilterForm path={eventsPath} isFiltered={city !== undefined}>
        <Field
          label="城市"
          name="city"
          form={{ values: { city } }}
          none="全部城市"
          choices={cities.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </FilterForm>
      <ListTable
        caption="活动"
        columns={columns}
        list={list}
        unit="场"
        keyOf={({ id }) => id}
        empty="没有活动。"
      />
    </Page>
  )
}
