import { NotLoggedInError, TransportError } from '#app/api/errors.ts'
import type { Caller } from '#app/load-context.ts'
import { favouritesPath, toggleFavouritePath } from '#app/paths.ts'
import { changeFavourites, nameSchoolInMessage } from './change-favourites.server.ts'
import { deferFavourites } from './deferred-favourites.server.ts'
import { privateJson, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { serviceUnavailable, redirectToLogin } from '#app/visitor/require-visitor.server.ts'
import { closeSession } from '#app/cookies/session-cookie.server.ts'
import type { ToggleOutcome } from '#app/visitor/known-visitor.ts'
import { readToggle, type Toggle } from './read-toggle.server.ts'
import { hasTokenCookie, tokenOf } from '#app/cookies/token.ts'

/** The most schools of one toggle. */
const maxIdsPerToggle = 20

/**
 * Handles the action of 收藏. A plain form is redirected back with a message, or to the login, which completes it; a
 * fetcher gets the outcome.
 */
export async function toggleFavourite(caller: Caller) {
  const read = await readToggle(caller.request, favouritesPath)
  const toggle = { ...read, ids: read.ids.slice(0, maxIdsPerToggle) }
  const { ids, add, back } = toggle
  if (ids.length === 0) return refuse(caller, back, '请选择学校')
  if (tokenOf(caller) === undefined) return redirectToLoginFirst(caller, toggle)
  try {
    const { changed, canUndo, message } = await changeFavourites(caller, ids, add)
    const undo = !add && canUndo === true ? { action: toggleFavouritePath, id: ids.join(',') } : undefined
    if (back === undefined) {
      const [id] = ids
      const target = id === undefined || ids.length > 1 ? {} : { target: { kind: 'favourite' as const, id } }
      return outcome({ message, ...(changed ? { isOn: add, ...target } : {}), ...(undo && { undo }) })
    }
    const named = await nameSchoolInMessage(caller, ids, message)
    return await redirectWithFlash(caller, back, {
      message: named,
      ...(undo && { undo: { ...undo, back } }),
    })
  } catch (error) {
    if (error instanceof NotLoggedInError) return redirectToLoginFirst(caller, toggle)
    if (!(error instanceof TransportError)) throw error
    // Each school is a call of its own, of which some may have succeeded.
    const unsaved = ids.length === 1 ? '没有保存' : '可能只保存了一部分'
    if (back === undefined) return outcome({ message: `${error.message}，${unsaved}，请再点一次` }, 503)
    throw serviceUnavailable(`${error.message}，${unsaved}，请稍后再试一次`)
  }
}

function refuse(caller: Caller, back: string | undefined, message: string) {
  return back === undefined ? outcome({ message }, 400) : redirectWithFlash(caller, back, { message })
}

async function redirectToLoginFirst(caller: Caller, { ids, add, back }: Toggle) {
  const pending = await deferFavourites(caller, { ids, collect: add })
  if (back === undefined) {
    const ended = hasTokenCookie(caller) ? closeSession(caller) : []
    return outcome({ message: '请先登录', login: true }, 401, [...ended, pending])
  }
  const response = redirectToLogin(caller, back)
  response.headers.append('set-cookie', pending)
  return response
}

function outcome(value: ToggleOutcome, status = 200, cookies: readonly string[] = []) {
  return privateJson(value, status, cookies)
}
