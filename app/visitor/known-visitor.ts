import type { Profile } from './require-visitor.server.ts'
import type { ToggleOutcome } from '../toggles/toggle-outcome.ts'

/** How many like something, and whether this visitor does. */
export type Likes = { likes: number; liked: boolean }

/** What can be liked: a news item of a school (`view`), or a graduate's story. */
export type LikeTarget = { kind: 'view' | 'graduate'; id: number }

/** What the server tells of a visitor: `GET /visitor/`, or the root's data on a page that is rendered for one. */
export type VisitorAnswer = {
  isLoggedIn: boolean
  /** Ids of the compare basket. */
  basket: readonly number[]
  /** The favourites among the schools that were asked about; absent when that is not known. */
  favourites?: readonly number[]
  /** The schools that were asked about. */
  asked?: readonly number[]
  /** What was asked about, with its likes. */
  like?: LikeTarget & Likes
  /** The masked profile, when it was asked for. */
  profile?: Profile
}

/** What the page knows of its visitor by now. */
export type KnownVisitor = {
  /** Whether the server has told; until then nobody is logged in and everything is empty. */
  isKnown: boolean
  isLoggedIn: boolean
  basket: readonly number[]
  /** By the ids of schools; a school that nobody asked about is missing. */
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

/** Names what can be liked among all that can. */
export function likeKey({ kind, id }: LikeTarget): string {
  return `${kind}-${id}`
}

/** What is known once the server has answered; nothing of whoever was logged in before. */
export function applyAnswer(known: KnownVisitor, answer: VisitorAnswer): KnownVisitor {
  const { isLoggedIn, basket, asked = [], favourites, like } = answer
  const marks: [number, boolean][] = (favourites ?? []).map((id) => [id, true])
  const others: [number, boolean][] = favourites === undefined ? [] : asked.map((id) => [id, false])
  const earlier = known.isLoggedIn === isLoggedIn ? known.favourites : []
  const likes: [string, Likes][] =
    like === undefined ? [] : [[likeKey(like), { likes: like.likes, liked: like.liked }]]
  return {
    isKnown: true,
    isLoggedIn,
    basket,
    favourites: new Map([...earlier, ...others, ...marks]),
    likes: new Map([...known.likes, ...likes]),
  }
}

/** What a press was about. */
export type ToggleTarget = { kind: 'favourite' | 'compare'; id: number } | LikeTarget

/** What is known once a press was answered. */
export function applyOutcome(
  known: KnownVisitor,
  target: ToggleTarget,
  { isOn, basket, likes }: ToggleOutcome,
): KnownVisitor {
  const { kind, id } = target
  if (basket !== undefined) return { ...known, basket }
  if (isOn === undefined || kind === 'compare') return known
  if (kind === 'favourite') return { ...known, favourites: new Map([...known.favourites, [id, isOn]]) }
  if (likes === undefined) return known
  return { ...known, likes: new Map([...known.likes, [likeKey({ kind, id }), { likes, liked: isOn }]]) }
}
