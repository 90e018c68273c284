import { RemixServer, type RemixServerProps } from '@remix-run/react'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DocumentContext } from '#app/remix/document-context.ts'
import { BootstrapScripts } from '#app/remix/hydration-bootstrap.tsx'
import { prepareDocument } from '#app/remix/prepare-document.server.ts'
import { withoutPadding } from '#app/remix/strip-padding.server.ts'
import { entryContextOf } from '#tests/support/pages/mini-remix.ts'

/** What app/remix relies on in the server's half of the installed Remix; each test names one assumption. */

function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="zh-CN">
      <body>
        {children}
        <BootstrapScripts />
      </body>
    </html>
  )
}

const contextWith = (data: object) => entryContextOf({ Layout, Page: () => <h1>弦歌</h1>, load: () => data })
const plain = { school: '弦歌 </script><!--' }
const late = () => ({ school: '弦歌', late: new Promise((resolve) => setTimeout(resolve, 20, '晚到')) })

type Change = Parameters<typeof prepareDocument>[1]

const unchanged: Change = () => Promise.resolve(false)

async function documentOf(remix: RemixServerProps['context'], change = unchanged): Promise<string> {
  const prepared = await prepareDocument(remix, change)
  const facts = { nonce: 'n', reference: '', day: '', css: prepared.css, bootstrap: prepared.bootstrap }
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <DocumentContext.Provider value={facts}>
        <RemixServer context={prepared.remix} url="http://site.example/" nonce="n" />
      </DocumentContext.Provider>,
      { onAllReady: () => resolve(text(pipe(withoutPadding()))), onError: reject },
    )
  })
}

test('staticHandlerContext contains the matched routes and the data of their loaders', async () => {
  const { staticHandlerContext: page } = await contextWith(plain)
  expect(page.matches.map(({ route }) => route.id)).toEqual(['root'])
  expect(page.loaderData).toEqual({ root: plain })
  expect([page.actionData, page.errors]).toEqual([null, null])
})

test('the manifest names entry, its own address, and modules, imports and styles by route', async () => {
  const { manifest } = await contextWith(plain)
  expect(manifest.entry).toEqual({ module: '/assets/entry.js', imports: ['/assets/vendor.js'] })
  expect(manifest.url).toBe('/assets/manifest-1.js')
  expect(manifest.routes['root']?.module).toBe('/assets/root.js')
})

/** Calls of the stream's controller that a document has. */
function streamed(html: string): string[] {
  const calls = html.matchAll(
    /window\.__remixContext\.streamController\.(enqueue\(.*?|close\(\));<\/script>/g,
  )
  return [...calls].map(([, call = '']) => call)
}

test('with renderMeta.didRenderScripts Remix writes data to __remixContext.streamController, deferred data later, then closes it', async () => {
  const whole = streamed(await documentOf(await contextWith(plain)))
  expect(whole).toHaveLength(2)
  expect(whole[0]).toContain('弦歌')
  expect(whole[1]).toBe('close()')
  const written = streamed(await documentOf(await contextWith(late())))
  expect(written.length).toBeGreaterThanOrEqual(3)
  expect(written.join()).toContain('晚到')
  expect(written.at(-1)).toBe('close()')
})

test('serverHandoffStream is encoded before the data can be changed: changed data takes its place', async () => {
  const html = await documentOf(await contextWith(plain), (loaderData) => {
    loaderData['root'] = { school: '另一所' }
    return Promise.resolve(true)
  })
  const written = streamed(html).join()
  expect(written).toContain('另一所')
  expect(written).not.toContain('弦歌')
})

test('the modules of the matched routes are handed over as __remixRouteModules, after the entry and the manifest', async () => {
  const html = await documentOf(await contextWith(plain))
  expect(html).toContain('"entry manifest-1 root vendor".split(" ").map(')
  expect(html).toContain('import("/assets/"+f+".js")')
  expect(html).toContain('then(([e,,...m])=>{if(onclick){self.__remixRouteModules={"root":m[0]};e.start()}}')
})
