import {
  createRequestHandler,
  type ActionFunction,
  type LoaderFunction,
  type ServerBuild,
} from '@remix-run/node'

type Route = { action?: ActionFunction; loader?: LoaderFunction }

/** Remix as it comes, with one route at `/page` and nothing in front of it. */
export function bareRemix(route: Route, { lazyRoutes = false } = {}) {
  const nothing = () => null
  const manifestRoute = (id: string, path: string, parentId?: string) => ({
    id,
    path,
    ...(parentId === undefined ? {} : { parentId }),
    module: '/none.js',
    hasAction: true,
    hasLoader: true,
    hasClientAction: false,
    hasClientLoader: false,
    hasErrorBoundary: false,
  })
  const build: ServerBuild = {
    mode: 'production',
    entry: {
      module: {
        default: async (_request, status, headers) => new Response('document', { status, headers }),
        handleError: () => undefined,
      },
    },
    routes: {
      root: { id: 'root', path: '', module: { default: nothing } },
      page: { id: 'page', parentId: 'root', path: 'page', module: { default: nothing, ...route } },
    },
    assets: {
      entry: { imports: [], module: '/none.js' },
      routes: { root: manifestRoute('root', ''), page: manifestRoute('page', 'page', 'root') },
      url: '/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: 'none',
    isSpaMode: false,
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: lazyRoutes,
    },
  }
  const handle = createRequestHandler(build, 'production')
  return (path: string, init?: RequestInit) => handle(new Request(new URL(path, 'http://bare.test'), init))
}
