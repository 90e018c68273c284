import type { LoaderFunctionArgs } from '@remix-run/node'
import { cityOfSlug } from '#server/contract/cities.ts'
import { loadSteps } from './load-plan.server.ts'
import { planCalendar } from './plan-calendar-file.server.ts'
import { readPlan } from './read-plan.server.ts'

/** `/planning/{city}/calendar.ics?grade=…`: the steps of a child's admission as an iCalendar file, also to subscribe to. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Response> {
  const url = new URL(request.url)
  const city = cityOfSlug(params.city ?? '')
  const plan = readPlan(url.searchParams)
  if (city === undefined || plan === undefined) return new Response('没有这份入学日程', { status: 404 })
  const { year, items } = await loadSteps({ context, request }, city, plan)
  const { host, origin } = new URL(context.publicOrigin ?? request.url)
  const name = `${city.name}${year}年${plan.grade.label}入学日程`
  return new Response(planCalendar({ name, steps: items }, { host, origin, now: new Date() }), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="planning-${city.pinyin}-${year}-${plan.grade.slug}.ics"`,
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
    },
  })
}
