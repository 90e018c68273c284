import { useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { callApi } from '#app/api/browser-client.ts'
import { useCity } from '#app/root-data.ts'
import { useToast } from '../toast.tsx'
import { addRecentSearch, readRecentSearches, storeRecentSearches } from './recent-searches.ts'
import { clearKey, readOptions, recentHint, recentOptions, type Option } from './suggestion-options.ts'
import styles from './suggestions.module.css'

/** Debounce of typed text, in ms. */
const debounceMs = 200
const minCharacters = 2

/** What a search field says of its list of suggestions to assistive technology (the ARIA combobox pattern). */
export type Combobox = { list: string; isExpanded: boolean; activeId: string | undefined }

type Props = {
  field: RefObject<HTMLInputElement>
  /** Id of the listbox; options append their index. */
  id: string
  /** Called when the field's ARIA state changes. */
  onChange: (combobox: Combobox) => void
}

/** The largest lists of each city that was asked for, as long as the page is open. */
const largestLists = new Map<string, Promise<readonly Option[]>>()

function largestListsOf(cityCode: string): Promise<readonly Option[]> {
  const known = largestLists.get(cityCode)
  if (known !== undefined) return known
  const asked = request('', cityCode).then((options) => {
    if (options.length === 0) largestLists.delete(cityCode)
    return options
  })
  largestLists.set(cityCode, asked)
  return asked
}

async function request(q: string, cityCode: string, signal?: AbortSignal): Promise<readonly Option[]> {
  const reply = await callApi({
    path: '/api/schools/suggest',
    fields: { q, current_city: cityCode },
    city: 'all',
    ...(signal && { signal }),
    read: readOptions,
  })
  return reply.ok ? reply.data : []
}

/**
 * Suggestions for a search field (combobox pattern): in the empty field the visitor's recent searches and the city's
 * largest lists; from two characters on schools of all cities, the city's lists and open days, not during IME composition.
 * Outdated requests are cancelled. Enter without a selected option submits the form.
 */
export default function Suggestions({ field, id, onChange }: Props) {
  const [found, setFound] = useState<readonly Option[]>([])
  const [active, setActive] = useState(-1)
  const navigate = useNavigate()
  const showToast = useToast()
  const { code } = useCity()
  const show = (options: readonly Option[]) => {
    setFound(options)
    setActive(-1)
  }
  const clear = () => {
    const searches = readRecentSearches()
    storeRecentSearches([])
    show(found.filter(({ key, hint }) => key !== clearKey && hint !== recentHint))
    showToast('最近搜索已清空', {
      undo: () => storeRecentSearches(searches),
      durationMs: 6000,
    })
  }
  const choose = ({ href }: Option) => {
    if (href === undefined) return clear()
    show([])
    navigate(href)
  }
  useTypedText(field, code, show)
  useKeys(field, { found, active, setActive, choose, close: () => show([]) })
  const activeId = active === -1 ? undefined : `${id}-${active}`
  const isExpanded = found.length > 0
  useEffect(() => onChange({ list: id, isExpanded, activeId }), [id, isExpanded, activeId, onChange])
  if (!isExpanded) return null
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <datalist> shows no second line
    <div id={id} className={styles.list} role="listbox" aria-label="搜索建议" {...preventBlurOnMouseDown}>
      {found.map((one, at) => (
        <OptionLine key={one.key} id={`${id}-${at}`} one={one} isActive={at === active} onChoose={choose} />
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
  one: Option
  isActive: boolean
  onChoose: (one: Option) => void
}

function OptionLine({ id, one, isActive, onChoose }: OptionProps) {
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
function chosenBy(onChoose: OptionProps['onChoose'], one: Option) {
  return { onClick: () => onChoose(one) }
}

/**
 * Finds options for debounced text, also for text that was typed before hydration, and for the empty field when it gets
 * the focus. Remembers what is searched for.
 */
function useTypedText(
  field: RefObject<HTMLInputElement>,
  cityCode: string,
  onFound: (found: readonly Option[]) => void,
) {
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
    const show = async (find: (signal: AbortSignal) => Promise<readonly Option[]>) => {
      asked = new AbortController()
      const { signal } = asked
      const options = await find(signal)
      if (!signal.aborted && document.activeElement === input) latestOnFound.current(options)
    }
    const start = async () => [...recentOptions(readRecentSearches()), ...(await largestListsOf(cityCode))]
    const typed = () => {
      cancel()
      if (isComposing) return
      const q = input.value.trim()
      if (q === '') void show(start)
      else if (Array.from(q).length < minCharacters) latestOnFound.current([])
      else timer = setTimeout(() => void show((signal) => request(q, cityCode, signal)), debounceMs)
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
    const focused = () => {
      if (input.value === '') typed()
    }
    const submitted = () => addRecentSearch(input.value)
    const listeners = {
      compositionstart: begin,
      compositionend: end,
      input: typed,
      focus: focused,
      blur: leave,
    }
    for (const [type, listener] of Object.entries(listeners)) input.addEventListener(type, listener)
    const { form } = input
    form?.addEventListener('submit', submitted)
    if (input.value !== input.defaultValue) typed()
    else if (document.activeElement === input) focused()
    return () => {
      cancel()
      form?.removeEventListener('submit', submitted)
      for (const [type, listener] of Object.entries(listeners)) input.removeEventListener(type, listener)
    }
  }, [field, cityCode, latestOnFound])
}

type Keys = {
  found: readonly Option[]
  active: number
  setActive: (at: number) => void
  choose: (one: Option) => void
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
