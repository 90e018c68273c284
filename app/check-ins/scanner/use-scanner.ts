import { useEffect } from 'react'
import { createScanCollector, scanPauseMs, type ScanCollector, type ScanEnd } from './scan-collector.ts'

/** Time after a scan in which further keys of its end, as scanners send two, do nothing, in ms. */
const furtherEndMs = 500

/** Marks a field that is there for scanners alone: what is typed into it goes to the main field. */
export const scannerField = { 'data-scanner': '' } as const

/** What a page does with scans. */
export type ScanHandlers = {
  /** Id of the main field, which gets keys typed outside any field. */
  mainField: string
  /** Whether a normalised text is a code that the page takes, beside signed tickets; `field`: where it stands. */
  isKnown: (text: string, field: string | undefined) => boolean
  onScan: (text: string) => void
  /** A scanner sent something that holds no code. */
  onUnreadable: () => void
  /** Whether the page is shown still; always when left out. */
  isActive?: () => boolean
  /** Called before keys typed outside any field go to the main field. */
  onStrayKey?: () => void
}

type Origin = { field: HTMLInputElement | undefined; value: string }

/**
 * Reads a keyboard-wedge scanner wherever the focus is: characters by keys, pasted, inserted or composed, ended by Enter,
 * Tab or a pause. A field gets back its value from before the scan. The handlers must be stable; without them none is read.
 */
export function useScanner(handlers: ScanHandlers | undefined): void {
  useEffect(() => (handlers === undefined ? undefined : listenForScans(handlers)), [handlers])
}

/** Puts a scan into a field and submits its form. */
export function submitScan(fieldId: string, text: string): void {
  const field = fieldOf(document.getElementById(fieldId))
  setValue(field, text)
  // Not every browser has requestSubmit.
  field?.form?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}

/** Listens to scans on the document; returns the function that ends it. */
export function listenForScans({
  mainField,
  isKnown,
  isActive = () => true,
  onScan,
  onUnreadable,
  onStrayKey,
}: ScanHandlers): () => void {
  let origin: Origin | undefined
  const collector: ScanCollector = createScanCollector((text) =>
    isKnown(text, origin?.field?.name || origin?.field?.id),
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  let isKeyed = false
  let scannedAt = -furtherEndMs
  let scans = 0

  /** What a form is filled with, field by field, is no scan; one goes on where it began in no field, or in one that is gone. */
  const enter = (field: HTMLInputElement | undefined) => {
    const before = origin?.field
    const isElsewhere = field !== undefined && before?.isConnected === true && field !== before
    if (isElsewhere && !isForScanners(before)) collector.clear()
  }
  const collect = (text: string, at: number, field: HTMLInputElement | undefined, value: string) => {
    collector.add(text, at)
    if (collector.text() === text) origin = { field, value }
    clearTimeout(timer)
    timer = setTimeout(() => void finish('pause', at + scanPauseMs, document.activeElement), scanPauseMs)
  }
  /** Ends the text; whether it was a scan. */
  const finish = (by: ScanEnd['by'], at: number, target: EventTarget | null): boolean => {
    const text = collector.text()
    const from = origin
    const focused = fieldOf(target)
    const isOther = focused !== undefined && focused.id !== mainField
    const where = focused === undefined || isForScanners(focused) ? 'none' : isOther ? 'field' : 'main'
    const result = collector.end({ by, at, where })
    if (by !== 'pause' || result !== undefined) clearTimeout(timer)
    if (result === undefined) {
      if (by === 'pause' && text !== '' && from !== undefined && isForScanners(from.field)) toMainField(text)
      return false
    }
    scannedAt = at
    scans += 1
    if (from?.field !== undefined) setValue(from.field, isForScanners(from.field) ? '' : from.value)
    else setValue(fieldOf(document.getElementById(mainField)), '')
    if (result.kind === 'scan') onScan(result.text)
    else onUnreadable()
    return true
  }
  const toMainField = (text: string) => {
    onStrayKey?.()
    const before = scans
    setTimeout(() => {
      if (scans !== before) return
      const field = fieldOf(document.getElementById(mainField))
      field?.focus()
      setValue(field, text)
    })
  }

  const onKey = (event: KeyboardEvent) => {
    isKeyed = false
    if (!isActive()) return
    if (event.key.length === 1) enter(fieldOf(event.target))
    if (!event.ctrlKey && !event.metaKey && !event.altKey) collector.addKey(event.code, event.timeStamp)
    // A scanner's line feed, which opens the browser's downloads.
    const isLineFeed = event.ctrlKey && !event.altKey && (event.key === 'j' || event.key === 'm')
    if (isLineFeed) event.preventDefault()
    else if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (isLineFeed || event.key === 'Enter' || event.key === 'Tab') {
      const isFurther = event.timeStamp - scannedAt < furtherEndMs && collector.text() === ''
      if (isFurther || finish(event.key === 'Tab' ? 'tab' : 'enter', event.timeStamp, event.target)) {
        event.preventDefault()
        event.stopPropagation()
      }
      return
    }
    const field = fieldOf(event.target)
    const isStray = field === undefined || isForScanners(field)
    // Space activates a button.
    if (event.key.length !== 1 || (event.key === ' ' && isStray)) return
    isKeyed = true
    collect(event.key, event.timeStamp, isStray ? undefined : field, field?.value ?? '')
    if (!isStray) return
    event.preventDefault()
    isKeyed = false
    toMainField(collector.text())
  }
  const onText = (text: string, at: number, target: EventTarget | null) => {
    const field = fieldOf(target)
    if (text === '' || field === undefined || !isActive()) return
    enter(field)
    const end = field.selectionEnd ?? field.value.length
    const before = field.value.slice(0, Math.max(0, end - text.length)) + field.value.slice(end)
    collect(text, at, field, field.value.includes(text) ? before : field.value)
  }
  const onInput = (event: Event) => {
    if (!(event instanceof InputEvent) || event.isComposing) return
    const wasKeyed = isKeyed
    isKeyed = false
    // Pasted and composed text comes with events of its own.
    if (!wasKeyed && event.inputType === 'insertText') onText(event.data ?? '', event.timeStamp, event.target)
  }
  const onComposed = (event: CompositionEvent) => onText(event.data, event.timeStamp, event.target)
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text') ?? ''
    if (text === '' || !isActive()) return undefined
    const field = fieldOf(event.target)
    enter(field)
    if (field !== undefined) return collect(text, event.timeStamp, field, field.value)
    collect(text, event.timeStamp, undefined, '')
    toMainField(text)
  }
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('input', onInput, true)
  document.addEventListener('compositionend', onComposed, true)
  document.addEventListener('paste', onPaste, true)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('keydown', onKey, true)
    document.removeEventListener('input', onInput, true)
    document.removeEventListener('compositionend', onComposed, true)
    document.removeEventListener('paste', onPaste, true)
  }
}

function fieldOf(target: EventTarget | null): HTMLInputElement | undefined {
  return target instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'submit', 'button'].includes(target.type)
    ? target
    : undefined
}

function isForScanners(field: HTMLInputElement | undefined): boolean {
  return field?.dataset['scanner'] !== undefined
}

/** Sets a field's value so that React receives an input event. */
function setValue(field: HTMLInputElement | undefined, value: string): void {
  if (field === undefined || field.value === value) return
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  property?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
