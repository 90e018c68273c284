import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, Meta, Outlet, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import { nextEntryYear } from '#server/contract/child/child.ts'
import { chinaDay, inChina } from './china-time.ts'
import { lackingParts } from './frame/lacking-parts.server.ts'
import { cityOf } from './city/position-cookie.ts'
import { tokenOf } from './cookies/token.ts'
import { useDocument } from './remix/document-context.ts'
import { DocumentStyles } from './remix/document-styles.tsx'
import type { AppLoadContext, Caller } from './load-context.ts'
import { loadDocumentOnce } from './navigation/document-load.ts'
import { useReloadAfterRenderError } from './navigation/reload-after-render-error.ts'
import { Navigation } from './navigation/navigation.tsx'
import { defaultSiteName, type RootData, useRootData } from './root-data.ts'
import { errorMeta } from './seo/error-meta.ts'
import { originOf } from './seo/origin.server.ts'
import { abortPendingLoads, BootstrapScripts } from './remix/hydration-bootstrap.tsx'
import './styles/global.css'
import printSheet from './styles/print.css?url'
import { WechatShare } from './share/wechat-share.tsx'
import { FatalError } from './frame/fatal-error.tsx'
import { OptionalBoundary } from './ui/optional-boundary.tsx'
import { ToastProvider } from './ui/toast.tsx'
import { AppConfig } from './accounts/app-config.tsx'
import { isLite, runsNoScripts } from './visitor/browser-support.ts'
import { isStandalonePage } from './visitor/standalone-pages.ts'
import { clearFlash, readFlash } from './visitor/flash.server.ts'
import { markerCookies } from './cookies/marker-cookie.server.ts'
import { isRenderedForVisitor } from './visitor/rendered-for-visitor.ts'
import { readBasket } from './toggles/basket-cookie.server.ts'
import { ToggleOutcomes } from './toggles/toggle-outcomes.ts'
import type { VisitorAnswer } from './visitor/known-visitor.ts'
import { VisitorProvider } from './visitor/visitor-state.tsx'

/** Meta of error pages only: every page brings its own. */
export const meta: MetaFunction<typeof loader> = ({ data: root, error }) =>
  error ? errorMeta(isRouteErrorResponse(error) ? error.status : 500, root?.site.name) : []

export async function loader({ request, context }: LoaderFunctionArgs) {
  const caller = { context, request }
  const [flash, lacks] = await Promise.all([readFlash(caller), lackingParts(caller)])
  const { code, name, pinyin } = cityOf(request)
  const root: RootData = {
    city: { code, name, pinyin },
    lite: isLite(request) || isStandalonePage(request),
    noScripts: runsNoScripts(request),
    origin: originOf(caller),
    year: inChina(new Date()).getUTCFullYear(),
    entryYear: nextEntryYear(chinaDay(new Date())),
    site: footerFacts(context.site),
    ...(context.formRefused === true ? { formRefused: true as const } : {}),
    ...(Object.keys(lacks).length === 0 ? {} : { lacks }),
    ...(flash === undefined ? {} : { flash }),
    ...(isRenderedForVisitor(request) ? { visitor: renderedVisitor(caller) } : {}),
  }
  const cookies = [...clearFlash(caller), ...markerCookies(caller)]
  const headers = cookies.map((cookie): [string, string] => ['set-cookie', cookie])
  return data(root, { headers })
}

/** Visitor state of a page that is rendered for its visitor; the page's own loader adds favourites. */
function renderedVisitor(caller: Caller): VisitorAnswer {
  return { isLoggedIn: tokenOf(caller) !== undefined, basket: readBasket(caller.request) }
}

/** The operator's details that every page shows; the contact page shows the rest. */
function footerFacts(site: AppLoadContext['site'] = { name: defaultSiteName }): RootData['site'] {
  const { address: _a, advisors, checking: _c, hours: _h, verifiedQuestions: _v, wechat: _w, ...facts } = site
  return { ...facts, ...(advisors === undefined ? {} : { advises: true as const }) }
}

/**
 * Styles that show deferred content without scripts. Its segments lie after the document, hidden until a script moves
 * them; here fallbacks are hidden and segments ordered between main and footer by their numbers.
 */
const noScriptStyle = [
  '.fallback{display:none!important}',
  '[id^="S:"]{display:block!important;order:20;width:100%;padding-bottom:48px}',
  'body{display:flex;flex-direction:column}[data-layout]{display:contents}main{width:100%}footer{order:30}',
  ...Array.from({ length: 9 }, (_, number) => `[id="S:${number}"]{order:${number + 10}}`),
].join('')

/** JSON-LD of the page, at the end of head, where hydration tolerates nodes that React did not render. */
function StructuredData() {
  const { nonce, structured = [] } = useDocument()
  return structured.map((text) => (
    <script key={text} type="application/ld+json" nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} />
  ))
}

/** The document around every page and every error page. */
export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useDocument()
  const root = useRootData()
  const lite = root?.lite === true
  return (
    <html lang="zh-CN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta httpEquiv="Cache-Control" content="no-transform" />
        <meta name="applicable-device" content="pc,mobile" />
        <meta name="renderer" content="webkit" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#0f6b5c" />
        <link rel="icon" href="/favicon.svg" />
        <DocumentStyles loadDocument={loadDocumentOnce} />
        <noscript>
          <style nonce={nonce} dangerouslySetInnerHTML={{ __html: noScriptStyle }} />
        </noscript>
        <Meta />
        {import.meta.env.SSR ? (
          <>
            <link rel="stylesheet" media="print" href={printSheet} />
            {lite ? null : <script nonce={nonce} dangerouslySetInnerHTML={{ __html: abortPendingLoads }} />}
            <StructuredData />
          </>
        ) : null}
      </head>
      <body>
        <ToastProvider>
          <VisitorProvider>
            {children}
            <ToggleOutcomes />
            <OptionalBoundary>
              <Navigation />
            </OptionalBoundary>
          </VisitorProvider>
        </ToastProvider>
        {root?.noScripts ? null : (
          <noscript>
            <img src="/nojs.gif" width={1} height={1} alt="" />
          </noscript>
        )}
        {lite ? null : <BootstrapScripts />}
      </body>
    </html>
  )
}

/** The root's data is not revalidated without need. */
export { shouldRevalidateRoot as shouldRevalidate } from './navigation/revalidation.ts'

export default function App() {
  return (
    <>
      <Outlet />
      <AppConfig />
      <WechatShare />
    </>
  )
}

/** The root error boundary: for pages that failed without a boundary of their own, or that do not exist. */
export function ErrorBoundary() {
  const error = useRouteError()
  useReloadAfterRenderError(error)
  const status = isRouteErrorResponse(error) ? error.status : 500
  return <FatalError error={error} status={status} />
}
