import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError, useLocation } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import '../styles/global.css'
import { AreaFrame } from './parts/area-frame.tsx'
import { ErrorPage } from './parts/error-page.tsx'
import { useNonce } from './parts/nonce.ts'
import { errorMeta } from './parts/staff-meta.ts'
import './staff.css'

export const meta: MetaFunction = (page) => errorMeta(page)

/** For the titles of pages that show a refused form. */
export function loader({ context }: LoaderFunctionArgs) {
  return context.formRefused === true ? { formRefused: true } : {}
}

/** The document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  return (
    <html lang="zh-CN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <FocusAfterNavigation />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

/** Any page. */
export default function App() {
  return <Outlet />
}

/** Errors outside of the layout: of the login, and of the layout itself. */
export function ErrorBoundary() {
  const error = useRouteError()
  return (
    <AreaFrame>
      <ErrorPage error={error} />
    </AreaFrame>
  )
}

/**
 * After a navigation to another address without a document load moves the focus to the message of what was done, else to
 * the heading: screen readers then read where they are. A form that is shown again sets its own focus; where what had the
 * focus is gone, the heading gets it.
 */
function FocusAfterNavigation() {
  const { key, pathname, search, hash } = useLocation()
  const address = pathname.replace(/\/$/, '') + search
  const shown = useRef({ key, address })
  useEffect(() => {
    const before = shown.current
    shown.current = { key, address }
    if (before.key === key || hash !== '') return
    if (before.address === address && document.activeElement !== document.body) return
    const target = document.querySelector<HTMLElement>('[data-announce]') ?? document.querySelector('h1')
    target?.focus({ preventScroll: true })
  }, [key, address, hash])
  return null
}
