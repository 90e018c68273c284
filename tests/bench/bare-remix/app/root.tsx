import { Head } from 'virtual:list-page'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '@remix-run/react'

/** The document of Remix's own template. */
export default function App() {
  return (
    <html lang="zh-CN">
      <head>
        <Head />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
