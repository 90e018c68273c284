import { schoolPath } from '#app/paths.ts'
import './suggest.css'

/** A text is asked about when it has rested for this long, in ms. */
const restMs = 200
const fewestSigns = 2

type Suggestion = { id: number; name: string; hint: string }

const known = new WeakSet<HTMLInputElement>()

/**
 * Makes a search field a combobox that suggests schools while somebody types: nothing is asked under two signs or while
 * a word is being composed, and an answer that is no longer wanted is cancelled. Enter without a choice searches as ever.
 */
export function suggestFor(input: HTMLInputElement): void {
  if (known.has(input)) return
  known.add(input)
  const list = listFor(input)
  let composing = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked: AbortController | undefined
  let active = -1

  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')]
  const mark = (at: number) => {
    const all = options()
    active = at
    for (const [each, option] of all.entries()) option.setAttribute('aria-selected', String(each === at))
    const chosen = all[at]
    chosen?.scrollIntoView({ block: 'nearest' })
    if (chosen === undefined) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', chosen.id)
  }
  const close = () => {
    clearTimeout(timer)
    asked?.abort()
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    mark(-1)
  }
  const show = (found: readonly Suggestion[]) => {
    list.textContent = ''
    for (const [at, one] of found.entries()) list.append(optionOf(one, `${list.id}-${at}`))
    list.hidden = found.length === 0
    input.setAttribute('aria-expanded', String(found.length > 0))
    mark(-1)
  }
  const ask = async (q: string) => {
    asked?.abort()
    asked = new AbortController()
    try {
      const query = new URLSearchParams({ q }).toString()
      const response = await fetch(`/api/schools/suggest?${query}`, { signal: asked.signal })
      const body: { data?: Suggestion[] } = await response.json()
      if (input.value.trim() === q && document.activeElement === input)
        show(response.ok ? (body.data ?? []) : [])
    } catch {
      // Cancelled, or no network: the field searches by itself.
    }
  }
  const typed = () => {
    clearTimeout(timer)
    asked?.abort()
    const q = input.value.trim()
    if (composing) return
    if (Array.from(q).length < fewestSigns) return close()
    timer = setTimeout(() => void ask(q), restMs)
  }

  input.addEventListener('compositionstart', () => (composing = true))
  input.addEventListener('compositionend', () => {
    composing = false
    typed()
  })
  input.addEventListener('input', typed)
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    if (composing || list.hidden) return
    const count = options().length
    if (event.key === 'ArrowDown') mark((active + 1) % count)
    else if (event.key === 'ArrowUp') mark((active <= 0 ? count : active) - 1)
    else if (event.key === 'Enter' && active >= 0) options()[active]?.click()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  })
  // The field would lose the focus, and the list close, before the click.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('mousedown', (event) => event.preventDefault())
  // Somebody may have typed before this was here.
  if (input.value !== input.defaultValue) typed()
}

function listFor(input: HTMLInputElement): HTMLElement {
  const list = document.createElement('ul')
  list.id = `${input.id}-suggestions`
  list.className = 'suggestions'
  list.hidden = true
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', '学校建议')
  input.form?.append(list)
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-controls', list.id)
  input.setAttribute('aria-expanded', 'false')
  return list
}

function optionOf({ id, name, hint }: Suggestion, elementId: string): HTMLElement {
  const option = document.createElement('li')
  option.id = elementId
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  const small = document.createElement('small')
  small.textContent = hint
  option.append(name, small)
  option.addEventListener('click', () => location.assign(schoolPath(id)))
  return option
}
