import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import '../styles/global.css'
import { AreaFrame } from './parts/area-frame.tsx'
import { ErrorPage } from './parts/error-page.tsx'
import { FocusAfterNavigation } from './parts/focus-after-navigation.tsx'
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
