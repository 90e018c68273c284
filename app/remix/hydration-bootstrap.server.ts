import type { RemixServerProps } from '@remix-run/react'
import { scriptText } from '#app/script-text.server.ts'
import { type Bootstrap, contextName } from './document-context.ts'

/** How long scripts wait for the pictures that do not wait to be scrolled to, in ms. */
const maxWaitMs = 2000

/** A stream for Remix to write a page's data to; to nothing in engines that cannot read it. */
const dataStream =
  '(c=>{c.streamController={enqueue(){},close(){}};self.TextEncoderStream&&' +
  '(c.stream=new ReadableStream({start(s){c.streamController=s}}).pipeThrough(new TextEncoderStream))})' +
  `(self.${contextName}={})`

/**
 * What starts hydration, given a manifest of the page's own routes: its data, or a stream for it where not all of it is
 * there (inline-loader-data.server.ts), and a script that asks for the page's modules with all that they import, at once
 * and only after the first paint and the pictures in sight. Remix's own imports begin with the document, take turns by
 * depth where an engine knows no modulepreload (Safari before 17), and delay what is seen. The entry is among them and
 * waits for its call. After a press that leads on (abortPendingLoads) they do not begin.
 */
export function hydrationBootstrap(remix: RemixServerProps['context'], data: object | undefined): Bootstrap {
  const { entry, routes, url, hmr } = remix.manifest
  const matched = Object.values(routes)
  const own = [entry.module, url, ...matched.map(({ module }) => module)]
  const libraries = [...entry.imports, ...matched.flatMap(({ imports = [] }) => imports)]
  const { before, names, after } = withoutCommonAffixes([...new Set([...own, ...libraries])])
  const files = `${JSON.stringify(names.join(' '))}.split(" ").map(f=>import("${before}"+f+"${after}"))`
  const modules = matched.map(({ id }, index) => `${JSON.stringify(id)}:m[${index}]`).join()
  // Remix sends the stream when its own <Scripts> has told it so.
  if (data === undefined) Object.assign(remix.renderMeta ?? {}, { didRenderScripts: true })
  return {
    ...(data === undefined ? { stream: dataStream } : { data: scriptText(data) }),
    modules:
      `new Promise(r=>{onload=r;setTimeout(r,${maxWaitMs})}).then(()=>requestAnimationFrame(()=>setTimeout(()=>` +
      `onclick&&${hmr ? `import(${JSON.stringify(hmr.runtime)}).then(()=>` : ''}` +
      `Promise.all(${files}).then(([e,,...m])=>{self.__remixRouteModules={${modules}};e.start()},console.error)` +
      `${hmr ? ')' : ''})))`,
  }
}

/** What all files begin with, what stands between, what they end with: a page names two dozen in its first round trip. */
function withoutCommonAffixes(files: readonly string[]): { before: string; names: string[]; after: string } {
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
