import type { LoaderFunctionArgs } from '@remix-run/node'
import type { ClientLoaderFunctionArgs } from '@remix-run/react'
import { markerCookies } from '#app/cookies/marker-cookie.server.ts'
import { closeSession } from '#app/cookies/session-cookie.server.ts'
import { tokenOf } from '#app/cookies/token.ts'
import { ownBookings } from '#app/leads/own-bookings.server.ts'
import { isId } from '#app/require-id.ts'
import { readBasket, schoolIds } from '#app/toggles/basket-cookie.server.ts'
import { favouritesAmong } from '#app/toggles/favourites-among.server.ts'
import { likesOf } from '#app/toggles/likes.server.ts'
import { sessionOf } from '#app/visitor/session-of.server.ts'
import type { LikeTarget, VisitorAnswer } from '#app/visitor/known-visitor.ts'
import { privateHeaders, privateJsonFile } from '#app/visitor/private-page.server.ts'
import { getCenterInfo } from '#server/contract/accounts/center.ts'
import { apiFor, type ApiCaller } from '#app/api/client.server.ts'
import type { Profile } from '../visitor/require-visitor.server.ts'

export const headers = () => privateHeaders

/** The most schools of one request. */
const maxSchoolsAsked = 100

/**
 * `GET /visitor/?ids=1,2,3`: visitor state, for scripts of pages that are the same for everybody: login state, compare
 * basket, the favourites among the schools `ids`, the likes of `like` (such as `view-12`), with `profile` the masked
 * profile, and with `bookings` the booked open days. Deletes the cookie of a session
 * that has ended.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  const { searchParams } = new URL(request.url)
  const asked = schoolIds(searchParams.getAll('ids')).slice(0, maxSchoolsAsked)
  const target = likeTarget(searchParams.get('like'))
  const [favourites, likes, profile, bookings] = await Promise.all([
    favouritesAmong(caller, asked),
    target && likesOf(caller, target),
    searchParams.has('profile') && tokenOf(caller) !== undefined ? optionalProfile(caller) : undefined,
    searchParams.has('bookings') ? ownBookings(caller) : undefined,
  ])
  const session = await sessionOf(caller)
  const answer: VisitorAnswer = {
    isLoggedIn: session === 'works' || session === 'unknown',
    basket: readBasket(request),
    asked,
    ...(Array.isArray(favourites) ? { favourites } : {}),
    ...(target === undefined || likes === undefined ? {} : { like: { ...target, ...likes } }),
    ...(profile === undefined ? {} : { profile }),
    ...(bookings === undefined ? {} : { bookings }),
  }
  return privateJsonFile(answer, session === 'ended' ? closeSession(caller) : markerCookies(caller))
}

/** Returns null on failure: the page stays usable without visitor state. */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<VisitorAnswer | null> {
  return serverLoader<VisitorAnswer>().catch(() => null)
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

function likeTarget(text: string | null): LikeTarget | undefined {
  const [kind, id = '', ...rest] = (text ?? '').split('-')
  const isTarget = isId(id) && rest.length === 0
  return isTarget && (kind === 'view' || kind === 'graduate') ? { kind, id: Number(id) } : undefined
}

/** The visitor's profile where it is optional; undefined without a valid session, and on failure. */
async function optionalProfile(caller: ApiCaller): Promise<Profile | undefined> {
  try {
    const reply = await apiFor(caller)(getCenterInfo, {})
    return reply.ok ? reply.data : undefined
  } catch {
    return undefined
  }
}
