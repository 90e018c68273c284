import type { Profile } from './require-visitor.server.ts'

/** Number of likes of a target, and whether this visitor likes it. */
export type Likes = { likes: number; liked: boolean }

/** A target of likes: a news item of a school (`view`), or a graduate's story. */
export type LikeTarget = { kind: 'view' | 'graduate'; id: number }

/**
 * A visitor's booking of an open day, or place on its waiting list; `lead` is the reference or access token of its address.
 */
export type OwnBooking = { openDayId: number; lead: string; isWaiting?: true }

/**
 * Visitor state from the server: the response of `GET /visitor/`, or the root's data on a page that is rendered for
 * its visitor.
 */
export type VisitorAnswer = {
  isLoggedIn: boolean
  /** Ids of the compare basket. */
  basket: readonly number[]
  /** The favourites among the requested schools; absent when unknown. */
  favourites?: readonly number[]
  /** The requested schools. */
  asked?: readonly number[]
  /** The requested target with its likes. */
  like?: LikeTarget & Likes
  /** The masked profile, when requested. */
  profile?: Profile
  /** Bookings of open days to come, when requested; absent when unknown. */
  bookings?: readonly OwnBooking[]
}

/** Visitor state of the page, merged from responses and outcomes. */
export type KnownVisitor = {
  /** Whether the server has answered; before that, logged out and empty. */
  isKnown: boolean
  isLoggedIn: boolean
  basket: readonly number[]
  /** By school id; schools that were never requested are missing. */
  favourites: ReadonlyMap<number, boolean>
  /** By `likeKey`. */
  likes: ReadonlyMap<string, Likes>
}

export const unknownVisitor: KnownVisitor = {
  isKnown: false,
  isLoggedIn: false,
  basket: [],
  favourites: new Map(),
  likes: new Map(),
}

/** Key of a target of likes. */
export function likeKey({ kind, id }: LikeTarget): string {
  return `${kind}-${id}`
}

/** Merges a response of the server into visitor state; drops the favourites of another session. */
export function applyAnswer(known: KnownVisitor, answer: VisitorAnswer): KnownVisitor {
  const { isLoggedIn, basket, asked = [], favourites, like } = answer
  const added: [number, boolean][] = (favourites ?? []).map((id) => [id, true])
  const others: [number, boolean][] = favourites === undefined ? [] : asked.map((id) => [id, false])
  const earlier = known.isLoggedIn === isLoggedIn ? known.favourites : []
  const likes: [string, Likes][] =
    like === undefined ? [] : [[likeKey(like), { likes: like.likes, liked: like.liked }]]
  return {
    isKnown: true,
    isLoggedIn,
    basket,
    favourites: new Map([...earlier, ...others, ...added]),
    likes: new Map([...known.likes, ...likes]),
  }
}

/** Outcome of a toggle (收藏, 对比, 有用) for a fetcher. */
export type ToggleOutcome = {
  /** The new state; absent when nothing changed. */
  isOn?: boolean
  /** What was changed; of the compare basket there is `basket`. */
  target?: { kind: 'favourite'; id: number } | LikeTarget
  /** Message for the visitor. */
  message: string
  /** Whether a login is needed first: favourites are deferred until then. */
  login?: true
  /** The new compare basket. */
  basket?: number[]
  /** The action that takes a removal back, and its schools. */
  undo?: { action: string; id: string }
  /** The new number of likes. */
  likes?: number
  /** No response: the change may have been made or not. */
  failed?: true
}

/** Merges the outcome of a toggle into visitor state; one that needs a login says that there is no session. */
export function applyOutcome(
  known: KnownVisitor,
  { isOn, target, basket, likes, login }: ToggleOutcome,
): KnownVisitor {
  if (login === true) return applyAnswer(known, { isLoggedIn: false, basket: known.basket })
  if (basket !== undefined) return { ...known, basket }
  if (isOn === undefined || target === undefined) return known
  const { kind, id } = target
  if (kind === 'favourite') return { ...known, favourites: new Map([...known.favourites, [id, isOn]]) }
  if (likes === undefined) return known
  return { ...known, likes: new Map([...known.likes, [likeKey({ kind, id }), { likes, liked: isOn }]]) }
}
