import { matchRoutes, RemixBrowser } from '@remix-run/react'
import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { DocumentContext } from './remix/document-context.ts'
import { deferEvents } from './remix/defer-events.ts'
import { keyHistoryEntry } from './navigation/kept-scroll.tsx'
import { forgetPersonalPages } from './navigation/personal-pages.ts'
import { reportErrors } from './navigation/report-errors.ts'
import { dayText } from './ui/format.ts'

/**
 * Takes the page over. The document's own script calls it once every module of the page is there; what stands above runs
 * no sooner than that.
 */
export function start(): void {
  // All files are there: nothing needs to be let go any more.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the document's first script set it so
  window.onclick = null
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the same
  window.onsubmit = null
  reportErrors()
  forgetPersonalPages()
  if (hasStream() && isAble()) takeOver()
  else askForRenderedPages()
}

/** A browser that cannot hydrate pages is served as one without scripts from now on: with login state and basket. */
function askForRenderedPages(): void {
  document.cookie = `nojs=1; Max-Age=${30 * 24 * 60 * 60}; Path=/; SameSite=Lax`
}

/**
 * Engines without TextEncoderStream cannot read a page's data as it comes (the document's first script sets a function in
 * its place): Remix would throw and React would empty the page. There, where something on the way took the page's data out,
 * and where the libraries miss something else, the server's document stays as it is, with its links and forms.
 */
function hasStream(): boolean {
  return (
    '__remixContext' in window &&
    typeof TextEncoderStream === 'function' &&
    'readable' in TextEncoderStream.prototype
  )
}

function isAble(): boolean {
  return (
    'AbortController' in window &&
    'URLSearchParams' in window &&
    'flat' in [] &&
    'flatMap' in [] &&
    'finally' in Promise.prototype
  )
}

function takeOver(): void {
  const style = document.getElementById('page-style')
  const facts = {
    nonce: style?.nonce || undefined,
    css: style?.textContent ?? undefined,
    reference: document.querySelector('[data-reference]')?.getAttribute('data-reference') ?? '',
    day: dayText(new Date().toISOString()),
  }
  if (document.cookie.includes('nojs=')) document.cookie = 'nojs=; Max-Age=0; Path=/'
  keyHistoryEntry()
  const release = deferEvents()
  const taken = () => {
    release()
  }
  const hydrate = () => {
    startTransition(() => {
      hydrateRoot(
        document,
        <DocumentContext.Provider value={facts}>
          <Page onTaken={taken} />
        </DocumentContext.Provider>,
      )
    })
  }
  // The first look through all routes takes a slow phone as long as the rest of the router's start: a task of its own.
  matchRoutes(Object.values(window.__remixManifest.routes), window.location.pathname)
  const next = new MessageChannel()
  next.port1.addEventListener('message', hydrate, { once: true })
  next.port1.start()
  next.port2.postMessage(undefined)
}

/** What scripts add to the document waits until React has taken it over. */
function Page({ onTaken }: { onTaken: () => void }) {
  useEffect(onTaken, [onTaken])
  return <RemixBrowser />
}

// The development server's document has Remix's own start, which only loads the entry.
if (import.meta.env.DEV) start()
