import { getOpenDay, listOpenDays, openDayCalendar, openDayFacets } from '#server/contract/open-days.ts'
import { getEvent, listEvents } from '#server/contract/check-ins/events.ts'
import { eventItemOf, findEvent, findEvents } from '#server/db/check-ins/events.ts'
import { findExhibitors } from '#server/db/check-ins/exhibitors.ts'
import { countOpenDayFacets } from '#server/db/open-days/open-day-facets.ts'
import { countOpenDays, findOpenDay, findOpenDays } from '#server/db/open-days/open-days.ts'
import type { ChildInput } from '#server/contract/child/child.ts'
import { childOf } from '../child-of.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { serve } from '../serve.ts'

/** Cache lifetime in ms: state and order of events depend on the time of day. */
const cacheMs = 30_000

/** Endpoints of open days and of events with check-in. */
export function eventEndpoints({ database: { db }, now }: ApiDependencies) {
  const forChild = <Input extends ChildInput & { city_code?: string | undefined }>(input: Input) => ({
    ...input,
    child: childOf(input, now(), input.city_code).child,
  })
  return [
    serve(listOpenDays, ({ input }) => findOpenDays(db, forChild(input), now()), { cacheMs }),
    serve(getOpenDay, async ({ input }) => found(await findOpenDay(db, input.id, now())), { cacheMs }),
    serve(openDayCalendar, ({ input }) => countOpenDays(db, forChild(input), now()), { cacheMs }),
    serve(openDayFacets, ({ input }) => countOpenDayFacets(db, forChild(input), now()), { cacheMs }),
    serve(listEvents, ({ input }) => findEvents(db, input, now()), { cacheMs }),
    serve(
      getEvent,
      async ({ input }) => ({
        ...eventItemOf(found(await findEvent(db, input.id)), now()),
        exhibitors: await findExhibitors(db, input.id),
      }),
      { cacheMs },
    ),
  ]
}
