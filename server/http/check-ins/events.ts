import { getOpenDay, listOpenDays, openDayCalendar } from '#server/contract/content.ts'
import { getEvent, listEvents } from '#server/contract/events.ts'
import { eventItemOf, findEvent, findEvents } from '#server/db/check-ins/events.ts'
import { findExhibitors } from '#server/db/check-ins/exhibitors.ts'
import { countOpenDays, findOpenDay, findOpenDays } from '#server/db/open-days/open-days.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { serve } from '../serve.ts'

/** Their states and order follow from the time of day. */
const keepForMs = 30_000

/** Open days and events with check-in. */
export function eventEndpoints({ database: { db }, now }: ApiDependencies) {
  return [
    serve(listOpenDays, ({ input }) => findOpenDays(db, input, now()), { keepForMs }),
    serve(getOpenDay, async ({ input }) => found(await findOpenDay(db, input.id, now())), { keepForMs }),
    serve(openDayCalendar, ({ input }) => countOpenDays(db, input, now()), { keepForMs }),
    serve(listEvents, ({ input }) => findEvents(db, input, now()), { keepForMs }),
    serve(
      getEvent,
      async ({ input }) => ({
        ...eventItemOf(found(await findEvent(db, input.id)), now()),
        exhibitors: await findExhibitors(db, input.id),
      }),
      { keepForMs },
    ),
  ]
}
