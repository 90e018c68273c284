import { matchRoutes } from '@remix-run/react'
import { type AskedRoutes, askedRoutes } from './asked-routes.ts'
import { keepAnswer } from './kept-answers.ts'

type Prepared = {
  /** Asked for before the visitor decided: such a request changes no cookie on the server. */
  ahead: boolean
}

let styles: Promise<unknown> | undefined
let areStylesNear = false

/**
 * Loads what the page at an address needs: every page's styles once, its modules, its data, all at the same time.
 * Rejects when a part is missing or broken; nothing of the shown page has changed then.
 */
export async function preparePage(url: URL, { ahead }: Prepared): Promise<void> {
  const router = window.__remixRouter
  const matches = matchRoutes(router.routes, url.pathname) ?? []
  const { routes } = window.__remixManifest
  await Promise.all([
    ahead ? bringStylesNear() : loadStyles(),
    ...matches.map((match) => import(/* @vite-ignore */ routes[match.route.id]?.module ?? '')),
    loadData(url, ahead),
  ])
}

/** Brings the styles of all pages into the document, which came with those of its own page only. */
export function loadStyles(): Promise<unknown> {
  if (import.meta.env.DEV) return Promise.resolve()
  styles ??= new Promise((resolve, reject) => {
    const link = stylesLink('stylesheet')
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => {
      styles = undefined
      link.remove()
      reject(new Error('the styles of all pages are missing'))
    })
    document.head.append(link)
  })
  return styles
}

/** They cost a slow phone a look at every element of the page: until a page needs them they only lie ready. */
function bringStylesNear(): void {
  if (import.meta.env.DEV || areStylesNear || styles !== undefined) return
  areStylesNear = true
  document.head.append(stylesLink('preload'))
}

function stylesLink(rel: 'preload' | 'stylesheet'): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  if (rel === 'preload') link.as = 'style'
  link.href = `/assets/pages-${window.__remixManifest.version}.css`
  return link
}

async function loadData(url: URL, ahead: boolean): Promise<void> {
  const asked = askedRoutes(url)
  // The city in the header changes with such a page, and so does its cookie: only the navigation itself may ask.
  if (asked.ids.length === 0 || (ahead && asked.ids.includes('root'))) return
  await keepAnswer(dataAddress(url, asked), ahead)
}

/** Where the router asks for a page's data; the same text as its own, or the answer would not be found again. */
function dataAddress(url: URL, { ids, areAll }: AskedRoutes): string {
  const address = new URL(url.href)
  address.hash = ''
  address.pathname = url.pathname === '/' ? '_root.data' : `${url.pathname.replace(/\/$/, '')}.data`
  address.searchParams.delete('index')
  if (!areAll) address.searchParams.set('_routes', ids.join(','))
  return address.href
}
