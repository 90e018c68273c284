import { createRequestHandler, type ServerBuild } from '@remix-run/server-runtime'
import { createElement, type ComponentType, type ReactNode } from 'react'
import type { RemixServerProps } from '@remix-run/react'
import { future } from '#app/remix/future.ts'

type EntryContext = RemixServerProps['context']

/** A page of one route: what it shows, what its loader returns. */
export type MiniPage = {
  Layout: ComponentType<{ children: ReactNode }>
  Page: ComponentType
  load: () => object
}

/** Manifest of the page's browser build. */
export const manifest = {
  entry: { imports: ['/assets/vendor.js'], module: '/assets/entry.js' },
  routes: {
    root: {
      id: 'root',
      path: '',
      module: '/assets/root.js',
      hasLoader: true,
      hasAction: false,
      hasClientAction: false,
      hasClientLoader: false,
      hasErrorBoundary: false,
    },
  },
  url: '/assets/manifest-1.js',
  version: '1',
}

/** The route module of a page. */
export function rootModule({ Layout, Page }: Pick<MiniPage, 'Layout' | 'Page'>) {
  return { Layout, default: () => createElement(Page) }
}

/** What the installed Remix hands to entry.server for a page. */
export async function entryContextOf(page: MiniPage): Promise<EntryContext> {
  let found: EntryContext | undefined
  const build: ServerBuild = {
    entry: {
      module: {
        default: (_request, _status, _headers, context) => {
          found = context
          return new Response('')
        },
      },
    },
    routes: { root: { id: 'root', path: '', module: { ...rootModule(page), loader: () => page.load() } } },
    assets: manifest,
    publicPath: '/',
    assetsBuildDirectory: '',
    basename: '/',
    future,
    isSpaMode: false,
    mode: 'production',
  }
  await createRequestHandler(build, 'production')(new Request('http://site.example/'))
  if (found === undefined) throw new Error('Remix rendered no page')
  return found
}
