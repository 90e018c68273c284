// @vitest-environment jsdom
// A document of its own: in one that had a root before, React listens to no event of the document.
// @vitest-environment-options { "url": "http://hydrate.example/" }
import { useLoaderData } from '@remix-run/react'
import { useEffect, type ReactNode } from 'react'
import { encode } from 'turbo-stream'
import { expect, test, vi } from 'vitest'
import { hydrate } from '#app/remix/hydrate.tsx'
import { BootstrapScripts } from '#app/remix/hydration-bootstrap.tsx'
import { manifest, rootModule } from '#tests/support/pages/mini-remix.ts'

const state = { loaderData: { root: { school: '弦歌' } }, actionData: null, errors: null }
const onClick = vi.fn<() => void>()
const hydrated = vi.fn<() => void>()

function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="zh-CN">
      <head />
      <body>
        {children}
        <BootstrapScripts />
      </body>
    </html>
  )
}

function Page() {
  const { school } = useLoaderData<{ school: string }>()
  useEffect(hydrated, [])
  return (
    <button type="button" onClick={onClick}>
      {school}
    </button>
  )
}

function serve(context: object | undefined): void {
  document.documentElement.lang = 'zh-CN'
  document.head.innerHTML = ''
  document.body.innerHTML =
    '<button type="button">弦歌</button><script></script><script type="module"></script>'
  vi.stubGlobal('__remixContext', context)
  vi.stubGlobal('__remixManifest', manifest)
  vi.stubGlobal('__remixRouteModules', { root: rootModule({ Layout, Page }) })
}

test('a document whose data is missing is not hydrated', async () => {
  serve(undefined)
  expect(await hydrate()).toBe(false)
  expect(document.querySelector('button')?.textContent).toBe('弦歌')
})

test('a document is hydrated with its data: a click before does nothing twice, one after is handled by React', async () => {
  serve({ stream: encode(state) })
  const button = document.querySelector('button')
  const hydrating = hydrate()
  button?.click()
  expect(await hydrating).toBe(true)
  await vi.waitFor(() => expect(hydrated).toHaveBeenCalled())
  expect(onClick).not.toHaveBeenCalled()
  expect(document.querySelector('button')).toBe(button)
  button?.click()
  expect(onClick).toHaveBeenCalledTimes(1)
})
