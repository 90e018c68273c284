import type { LoaderFunctionArgs, ServerBuild } from '@remix-run/server-runtime'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { future } from '#app/remix/future.ts'
import { createDocuments } from '#server/site/documents.ts'

/** A build of one page without a component. */
function buildOf(loader: (args: LoaderFunctionArgs) => Promise<Response>): ServerBuild {
  return {
    entry: { module: { default: () => new Response() } },
    routes: { root: { id: 'root', path: '', module: { loader, default: undefined } } },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    basename: '/',
    future,
    isSpaMode: false,
    mode: 'production',
  }
}

test('a page that did not wait for a call of the API is not sound until the call was answered', async () => {
  let answer: (response: Response) => void = () => {}
  const pending = new Promise<Response>((resolve) => (answer = resolve))
  const documents = createDocuments({
    build: buildOf(async ({ context }) => {
      void context.fetchApi?.(new Request('http://school.example/api/teachers'))
      return new Response('a page without its teachers')
    }),
    fetchApi: () => pending,
    site: { name: '测试站' },
    publicOrigin: undefined,
    pageSecret: 'of-a-test',
    log: pino({ level: 'silent' }),
  })
  const render = documents.renderForCache(new Request('http://school.example/'))
  expect(await (await render.response).text()).toBe('a page without its teachers')
  expect(render.isSound()).toBe(false)
  answer(Response.json({}))
  await expect.poll(render.isSound).toBe(true)
})

test('JSON of a route without a component is stored nowhere, since Remix drops the headers that it sets', async () => {
  const documents = createDocuments({
    build: buildOf(async () => Response.json({ nickname: '兰兰妈妈' })),
    fetchApi: async () => Response.json({}),
    site: { name: '测试站' },
    publicOrigin: undefined,
    pageSecret: 'of-a-test',
    log: pino({ level: 'silent' }),
  })
  const { headers } = await documents.render(new Request('http://school.example/'), undefined)
  expect(headers.get('cache-control')).toBe('private, no-store')
})
