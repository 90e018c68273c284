import type { EntryContext } from '@remix-run/node'
import { scriptText } from '#app/script-text.server.ts'
import type { BootstrapTexts } from './hydration-bootstrap.tsx'

/** How long scripts wait for the pictures that do not wait to be scrolled to, in ms. */
const longestWait = 2000

/**
 * What starts the scripts of a page, given a manifest of its own routes: its data, or the stream of it where that is not
 * whole yet (inline-loader-data.server.ts), and its modules with all that they import, asked for at once and only after the first
 * paint and the pictures in sight. Remix's own imports begin with the document, take turns by depth where an engine knows no
 * modulepreload (Safari before 17), and stand in the way of what is seen. The entry is among them and waits for its call.
 * Once a press leads on (the document's first script, root.tsx), they need not begin.
 */
export function hydrationBootstrap(remix: EntryContext, data: object | undefined): BootstrapTexts {
  // Remix sends a page's data when its own <Scripts> has told it so.
  ;(remix.renderMeta ??= {}).didRenderScripts = true
  const { entry, routes, url } = remix.manifest
  const matched = Object.values(routes)
  const own = [entry.module, url, ...matched.map(({ module }) => module)]
  const libraries = [...entry.imports, ...matched.flatMap(({ imports = [] }) => imports)]
  const { before, names, after } = withoutCommonEnds([...new Set([...own, ...libraries])])
  const files = `${JSON.stringify(names.join(' '))}.split(" ").map(f=>import("${before}"+f+"${after}"))`
  const modules = matched.map(({ id }, index) => `${JSON.stringify(id)}:m[${index}]`).join()
  return {
    data:
      `__remixContext=${withoutFlags(remix)};__remixContext.` +
      (data
        ? `state=${scriptText(data)}`
        : 'stream=new ReadableStream({start(c){__remixContext.streamController=c}}).pipeThrough(new TextEncoderStream)'),
    modules:
      `new Promise(r=>{onload=r;setTimeout(r,${longestWait})}).then(()=>requestAnimationFrame(()=>setTimeout(()=>` +
      `onclick&&Promise.all(${files}).then(([e,,...m])=>{self.__remixRouteModules={${modules}};e.start()},console.error))))`,
  }
}

/** The browser's build knows Remix's flags as constants: no document needs to name them. */
function withoutFlags({ serverHandoffString = '' }: EntryContext): string {
  return serverHandoffString.replace(/"future":\{[^}]*\},"isSpaMode":false/, '"future":{}')
}

/** What all files begin with, what stands between, what they end with: a page names two dozen in its first round trip. */
function withoutCommonEnds(files: readonly string[]): { before: string; names: string[]; after: string } {
  const [first = ''] = files
  let [start, end] = [0, 0]
  while (start < first.length && files.every((file) => file[start] === first[start])) start += 1
  while (end < first.length - start && files.every((file) => file.at(-1 - end) === first.at(-1 - end)))
    end += 1
  return {
    before: first.slice(0, start),
    names: files.map((file) => file.slice(start, file.length - end)),
    after: first.slice(first.length - end),
  }
}
