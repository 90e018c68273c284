import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { bookingsPath } from '#app/paths.ts'
import { loadRouteModule } from '#app/remix/route-modules.ts'
import type { OwnBooking, VisitorAnswer } from '#app/visitor/known-visitor.ts'
import { useVisitor } from '#app/visitor/visitor-state.tsx'

/**
 * The visitor's bookings: those of a page that is rendered for its visitor, elsewhere loaded once the server has answered
 * that there is visitor state.
 */
export function useOwnBookings(rendered: readonly OwnBooking[]): readonly OwnBooking[] {
  const { isKnown, isLoggedIn } = useVisitor()
  const { load, data: answer } = useFetcher<VisitorAnswer | null>({ key: 'bookings' })
  useEffect(() => {
    if (!isKnown) return
    loadRouteModule('routes/visitor').then(
      () => load(bookingsPath),
      () => undefined,
    )
  }, [isKnown, isLoggedIn, load])
  return answer?.bookings ?? rendered
}
