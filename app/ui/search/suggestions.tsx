import { useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { callApi } from '#app/api/browser-client.ts'
import { schoolPath } from '#app/paths.ts'
import styles from './suggestions.module.css'

/** Debounce of typed text, in ms. */
const debounceMs = 200
const minCharacters = 2

/** What a search field says of its list of suggestions to assistive technology (the ARIA combobox pattern). */
export type Combobox = { list: string; isExpanded: boolean; activeId: string | undefined }

type Suggestion = { id: number; name: string; hint: string }

type Props = {
  field: RefObject<HTMLInputElement>
  /** Id of the listbox; options append their index. */
  id: string
  /** Called when the field's ARIA state changes. */
  onChange: (combobox: Combobox) => void
}

/**
 * Suggestions for a search field (combobox pattern), schools of all cities: from two characters on, not during IME
 * composition; outdated requests are cancelled. Enter without a selected option submits the form.
 */
export default function Suggestions({ field, id, onChange }: Props) {
  const [found, setFound] = useState<readonly Suggestion[]>([])
  const [active, setActive] = useState(-1)
  const navigate = useNavigate()
  const show = (schools: readonly Suggestion[]) => {
    setFound(schools)
    setActive(-1)
  }
  const choose = ({ id: school }: Suggestion) => {
    show([])
    navigate(schoolPath(school))
  }
  useTypedText(field, show)
  useKeys(field, { found, active, setActive, choose, close: () => show([]) })
  const activeId = active === -1 ? undefined : `${id}-${active}`
  const isExpanded = found.length > 0
  useEffect(() => onChange({ list: id, isExpanded, activeId }), [id, isExpanded, activeId, onChange])
  if (!isExpanded) return null
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <datalist> shows no second line
    <div id={id} className={styles.list} role="listbox" aria-label="学校建议" {...preventBlurOnMouseDown}>
      {found.map((one, at) => (
        <Option key={one.id} id={`${id}-${at}`} one={one} isActive={at === active} onChoose={choose} />
      ))}
    </div>
  )
}

/** Prevents that a press on an option blurs the field, which would close the list before the click. */
const preventBlurOnMouseDown = {
  onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
}

type OptionProps = {
  id: string
  one: Suggestion
  isActive: boolean
  onChoose: (one: Suggestion) => void
}

function Option({ id, one, isActive, onChoose }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={element}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> shows no second line
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      {...chosenBy(onChoose, one)}
    >
      {one.name}
      <small>{one.hint}</small>
    </div>
  )
}

/** Click handler of an option; keys are handled at the field. */
function chosenBy(onChoose: OptionProps['onChoose'], one: Suggestion) {
  return { onClick: () => onChoose(one) }
}

/** Requests suggestions for debounced text, also for text that was typed before hydration. */
function useTypedText(field: RefObject<HTMLInputElement>, onFound: (found: readonly Suggestion[]) => void) {
  const latestOnFound = useLatest(onFound)
  useEffect(() => {
    const input = field.current
    if (input === null) return undefined
    let isComposing = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = new AbortController()
    const cancel = () => {
      clearTimeout(timer)
      asked.abort()
    }
    const request = async (q: string) => {
      asked = new AbortController()
      const { signal } = asked
      const reply = await callApi({
        path: '/api/schools/suggest',
        fields: { q },
        city: 'all',
        signal,
        read: readSuggestions,
      })
      if (!signal.aborted && document.activeElement === input)
        latestOnFound.current(reply.ok ? reply.data : [])
    }
    const typed = () => {
      cancel()
      if (isComposing) return
      const q = input.value.trim()
      if (Array.from(q).length < minCharacters) latestOnFound.current([])
      else timer = setTimeout(() => void request(q), debounceMs)
    }
    const begin = () => {
      isComposing = true
    }
    const end = () => {
      isComposing = false
      typed()
    }
    const leave = () => {
      cancel()
      latestOnFound.current([])
    }
    const listeners = { compositionstart: begin, compositionend: end, input: typed, blur: leave }
    for (const [type, listener] of Object.entries(listeners)) input.addEventListener(type, listener)
    if (input.value !== input.defaultValue) typed()
    return () => {
      cancel()
      for (const [type, listener] of Object.entries(listeners)) input.removeEventListener(type, listener)
    }
  }, [field, latestOnFound])
}

type Keys = {
  found: readonly Suggestion[]
  active: number
  setActive: (at: number) => void
  choose: (one: Suggestion) => void
  close: () => void
}

function useKeys(field: RefObject<HTMLInputElement>, keys: Keys) {
  const latest = useLatest(keys)
  useEffect(() => {
    const input = field.current
    if (input === null) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const { found, active, setActive, choose, close } = latest.current
      if (event.isComposing || found.length === 0) return
      const chosen = found[active]
      if (event.key === 'ArrowDown') setActive((active + 1) % found.length)
      else if (event.key === 'ArrowUp') setActive((active <= 0 ? found.length : active) - 1)
      else if (event.key === 'Enter' && chosen !== undefined) choose(chosen)
      else if (event.key === 'Escape') close()
      else return
      event.preventDefault()
    }
    input.addEventListener('keydown', onKeyDown)
    return () => input.removeEventListener('keydown', onKeyDown)
  }, [field, latest])
}

/** A ref to the last rendered value, for listeners that stay attached. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

function readSuggestions(data: unknown): Suggestion[] | undefined {
  return Array.isArray(data) ? data.filter(isSuggestion) : undefined
}

function isSuggestion(value: unknown): value is Suggestion {
  if (typeof value !== 'object' || value === null || !('id' in value && 'name' in value && 'hint' in value))
    return false
  return typeof value.id === 'number' && typeof value.name === 'string' && typeof value.hint === 'string'
}
