import { expect, test } from 'vitest'
import { openDayStates } from '#server/contract/open-days.ts'
import { openDayEvents } from '#app/seo/structured/open-days.server.ts'
import { openDay } from '#tests/support/routes/sample-api.ts'

const around = { at: (path: string) => `https://school.example${path}`, site: { name: '择校通' } }

/** The offer of an open day in structured data, by its state; undefined without an event. */
const offered = Object.fromEntries(
  openDayStates.map((state) => {
    const [event] = openDayEvents(around, [{ ...openDay, state }])
    return [state, event === undefined ? undefined : (event.offers ?? 'none')]
  }),
)

test('an event has an offer with its availability, unless nobody receives requests for its school', () => {
  const offer = (stock: string) => ({
    '@type': 'Offer',
    url: `https://school.example/order/?orderType=openday&openDayId=${openDay.id}`,
    availability: `https://schema.org/${stock}`,
  })
  expect(offered).toEqual({
    open: offer('InStock'),
    full: offer('SoldOut'),
    closed: offer('OutOfStock'),
    cancelled: offer('OutOfStock'),
    not_offered: 'none',
    past: undefined,
  })
})
