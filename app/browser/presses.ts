import { comparePath, favouritesPath, pressPath } from '#app/paths.ts'
import { hasSession } from '#app/visitor/has-session.ts'
import { showToast } from './toast.ts'

/** What the buttons say when something is so and when it is not: on a card, where a name follows, and on a school's page. */
const words = {
  favourite: { card: ['收藏', '已收藏'], page: ['收藏', '已收藏，取消'] },
  compare: { card: ['对比', '已加对比'], page: ['加入对比', '移出对比'] },
} as const

const limitMs = 10_000
const failed = '网络不太好，没有保存，请再点一次'

type Kind = keyof typeof words
type Outcome = { on?: boolean; message: string; login?: boolean; likes?: number }

/** Presses that are sent as the form itself. */
const natively = new WeakSet<HTMLButtonElement>()

/**
 * Carries out a press of 收藏, 对比 or 点赞 without leaving the page: it shows at once, the server's word wins, and a
 * failure takes it back and says so. Without a login the form is sent, which leads to the login and comes back.
 */
export function takePress(event: SubmitEvent): void {
  const button = event.submitter
  if (!(button instanceof HTMLButtonElement) || natively.has(button)) return
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (form.id === 'like') return takeLike(event, button)
  const kind = kindOf(form, button)
  if (kind === undefined || (kind === 'favourite' && !hasSession())) return
  event.preventDefault()
  void press(kind, button)
}

/** On the pages of favourites and of the comparison itself a press changes the whole page. */
function kindOf(form: HTMLFormElement, button: HTMLButtonElement): Kind | undefined {
  if ([favouritesPath, comparePath()].includes(location.pathname)) return undefined
  if (button.name !== 'id' && button.name !== 'remove') return undefined
  const action = new URL(button.getAttribute('formaction') ?? form.action, location.href).pathname
  if (action === favouritesPath) return 'favourite'
  return action === comparePath() ? 'compare' : undefined
}

async function press(kind: Kind, button: HTMLButtonElement): Promise<void> {
  if (button.getAttribute('aria-busy') === 'true') return
  const wasOn = button.name === 'remove'
  paint(kind, button, !wasOn)
  const outcome = await send(button, { kind, [wasOn ? 'remove' : 'id']: button.value })
  paint(kind, button, outcome.on ?? wasOn)
  if (outcome.login === true) {
    natively.add(button)
    button.click()
    return
  }
  const undo = () => void press(kind, button)
  showToast(outcome.message, outcome.on === false ? { press: { word: '撤销', act: undo } } : {})
  // The bar that counts the basket is the page's own.
  if (kind === 'compare' && outcome.on !== undefined) window['__remixRouter']?.revalidate()
}

function paint(kind: Kind, button: HTMLButtonElement, on: boolean): void {
  const label = button.getAttribute('aria-label')
  const [off, is] = words[kind][label === null ? 'page' : 'card']
  const [before, after] = on ? [off, is] : [is, off]
  button.name = on ? 'remove' : 'id'
  button.textContent = after
  if (label === null || !label.startsWith(before)) return
  const name = label.slice(before.length).replace(/，点一下取消$/, '')
  button.setAttribute('aria-label', `${after}${name}${on ? '，点一下取消' : ''}`)
}

async function send(button: HTMLButtonElement, fields: Record<string, string>): Promise<Outcome> {
  button.setAttribute('aria-busy', 'true')
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), limitMs)
  try {
    const body = new URLSearchParams(fields)
    const response = await fetch(pressPath, { method: 'POST', body, signal: abort.signal })
    const outcome: Outcome = await response.json()
    return outcome
  } catch {
    return { message: failed }
  } finally {
    clearTimeout(timer)
    button.removeAttribute('aria-busy')
  }
}

/** A like is of the page: its kind and number are in the address. */
function takeLike(event: SubmitEvent, button: HTMLButtonElement): void {
  const [, part, id] = /^\/school\/\d+\/(news|graduates)\/(\d+)\/$/.exec(location.pathname) ?? []
  if (part === undefined || id === undefined) return
  event.preventDefault()
  if (button.getAttribute('aria-disabled') === 'true') return
  void likeThis(button, { kind: part === 'news' ? 'view' : 'graduate', id })
}

async function likeThis(button: HTMLButtonElement, fields: Record<string, string>): Promise<void> {
  if (button.getAttribute('aria-busy') === 'true') return
  showLiked(button, true)
  const { on, likes, message } = await send(button, fields)
  showLiked(button, on === true)
  const count = button.nextElementSibling
  if (likes !== undefined && count !== null) count.textContent = `${likes} 人觉得有用`
  if (on !== true) showToast(message)
}

function showLiked(button: HTMLButtonElement, liked: boolean): void {
  button.textContent = liked ? '已点赞' : '点赞'
  button.setAttribute('aria-pressed', String(liked))
  button.setAttribute('aria-disabled', String(liked))
}
