import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { cities, cityOfCode } from '#server/contract/cities.ts'
import { openDayStates } from '#server/contract/open-days.ts'
import { listStaffOpenDays } from '#server/contract/staff/open-days.ts'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { periodParts } from '#app/ui/text/format.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { newOpenDayPath, openDayPath, openDaysPath } from '../../open-day-paths.ts'
import { ListTable } from '../../parts/list-table.tsx'
import { Field } from '../../parts/field.tsx'
import { FilterForm } from '../../parts/filter-form.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { OpenDayState, seatsText, stateNames, type OpenDay } from './open-day-texts.tsx'

export const meta: MetaFunction<typeof loader> = (page) => staffMeta('开放日', page)

/** `/staff/open-days/`: open days by city, month and state, coming ones first. */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams
  const city = cities.find(({ code }) => code === query.get('city'))?.code
  const month = /^20\d{2}-(?:0[1-9]|1[0-2])$/.exec(query.get('month') ?? '')?.[0]
  const state = openDayStates.find((one) => one === query.get('state'))
  const api = staffApi(args)
  const [list, { rights }] = await Promise.all([
    api.load(listStaffOpenDays, {
      ...(city === undefined ? {} : { city_code: city }),
      ...(month === undefined ? {} : { month }),
      ...(state === undefined ? {} : { state }),
      page: pageNumberOf(args.request),
    }),
    api.load(getStaffMe, {}),
  ])
  return { list, filters: { city, month, state }, mayWrite: rights.includes('open_days.write') }
}

const columns = [
  {
    label: '开放日',
    cell: ({ id, title }: OpenDay) => <Link to={openDayPath(id)}>{title}</Link>,
  },
  { label: '学校', cell: ({ school }: OpenDay) => school?.name ?? '不限学校' },
  { label: '城市', cell: ({ city_code }: OpenDay) => cityOfCode(city_code)?.name, noWrap: true },
  { label: '时间', cell: ({ starts_at, ends_at }: OpenDay) => periodParts(starts_at, ends_at).join(' ') },
  { label: '已约', cell: (openDay: OpenDay) => seatsText(openDay), noWrap: true },
  { label: '候补', cell: ({ waiting }: OpenDay) => (waiting === 0 ? '没有' : `${waiting} 位`), noWrap: true },
  { label: '状态', cell: (openDay: OpenDay) => <OpenDayState openDay={openDay} />, noWrap: true },
]

export default function OpenDaysPage() {
  const { list, filters, mayWrite } = useLoaderData<typeof loader>()
  return (
    <Page
      title="开放日"
      actions={
        mayWrite ? (
          <Link className="button" to={newOpenDayPath}>
            新建开放日
          </Link>
        ) : undefined
      }
    >
      <FilterForm
        path={openDaysPath}
        isFiltered={Object.values(filters).some((value) => value !== undefined)}
      >
        <Field
          label="城市"
          name="city"
          form={{ values: filters }}
          none="全部城市"
          choices={cities.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <Field label="月份" name="month" form={{ values: filters }} type="month" />
        <Field
          label="状态"
          name="state"
          form={{ values: filters }}
          none="全部"
          choices={openDayStates.map((value) => ({ value, label: stateNames[value] }))}
        />
      </FilterForm>
      <ListTable
        caption="开放日"
        columns={columns}
        list={list}
        unit="个"
        keyOf={({ id }) => id}
        empty="没有这样的开放日。"
      />
    </Page>
  )
}
