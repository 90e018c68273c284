import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { bookingsPath } from '#app/paths.ts'
import { loadRouteModule } from '#app/remix/route-modules.ts'
import type { OwnBooking, VisitorAnswer } from '#app/visitor/known-visitor.ts'
import { useVisitor } from '#app/visitor/visitor-state.tsx'

/**
 * The visitor's bookings: those of a page that is rendered for its visitor, elsewhere loaded once the visitor is known to
 * be logged in.
 */
export function useOwnBookings(rendered: readonly OwnBooking[]): readonly OwnBooking[] {
  const { isLoggedIn } = useVisitor()
  const { load, data: answer } = useFetcher<VisitorAnswer | null>({ key: 'bookings' })
  useEffect(() => {
    if (!isLoggedIn) return
    loadRouteModule('routes/visitor').then(
      () => load(bookingsPath),
      () => undefined,
    )
  }, [isLoggedIn, load])
  return (isLoggedIn ? answer?.bookings : undefined) ?? rendered
}
