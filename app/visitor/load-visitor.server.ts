import type { Caller } from '#app/load-context.ts'
import { readBasket, schoolIds } from '#app/toggles/basket-cookie.server.ts'
import { favouritesAmong } from '#app/toggles/favourites-among.server.ts'
import type { LikeTarget, VisitorAnswer } from './known-visitor.ts'
import { likesOf } from '#app/toggles/likes.server.ts'
import { markerCookies } from './marker-cookie.server.ts'
import { privateJson } from './private-page.server.ts'
import { optionalProfile } from './optional-profile.server.ts'
import { closeSession } from './session-cookie.server.ts'
import { isId } from '#app/require-id.ts'
import { tokenOf } from './token.ts'

/** The most schools of one request. */
const maxSchoolsAsked = 100

/**
 * Loads visitor state: login state, compare basket, the favourites among the schools `ids`, the likes of `like` (such
 * as `view-12`), and with `profile` the masked profile. Deletes the cookie of an expired session.
 */
export async function loadVisitor(caller: Caller) {
  const { searchParams } = new URL(caller.request.url)
  const asked = schoolIds(searchParams.getAll('ids')).slice(0, maxSchoolsAsked)
  const target = likeTarget(searchParams.get('like'))
  const [favourites, likes, profile] = await Promise.all([
    favouritesAmong(caller, asked),
    target && likesOf(caller, target),
    searchParams.has('profile') && tokenOf(caller.request) !== undefined
      ? optionalProfile(caller)
      : undefined,
  ])
  const isEnded = favourites === 'logged-out'
  const answer: VisitorAnswer = {
    isLoggedIn: tokenOf(caller.request) !== undefined && !isEnded,
    basket: readBasket(caller.request),
    asked,
    ...(Array.isArray(favourites) ? { favourites } : {}),
    ...(target === undefined || likes === undefined ? {} : { like: { ...target, ...likes } }),
    ...(profile === undefined ? {} : { profile }),
  }
  return privateJson(answer, 200, isEnded ? closeSession(caller) : markerCookies(caller))
}

/** Visitor state for a page that is rendered for its visitor; the page's own loader adds favourites. */
export function renderedVisitor({ request }: Caller): VisitorAnswer {
  return { isLoggedIn: tokenOf(request) !== undefined, basket: readBasket(request) }
}

function likeTarget(text: string | null): LikeTarget | undefined {
  const [kind, id = '', ...rest] = (text ?? '').split('-')
  const isTarget = isId(id) && rest.length === 0
  return isTarget && (kind === 'view' || kind === 'graduate') ? { kind, id: Number(id) } : undefined
}
