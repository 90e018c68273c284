import type { RemixServerProps } from '@remix-run/react'
import { type Bootstrap, contextName } from './document-context.ts'

/** How long scripts wait for the pictures in sight, in ms. */
const maxWaitMs = 2000

/** Script that opens a stream for Remix's data; data is discarded in engines without TextEncoderStream. */
const dataStream =
  '(c=>{c.streamController={enqueue(){},close(){}};self.TextEncoderStream&&' +
  '(c.stream=new ReadableStream({start(s){c.streamController=s}}).pipeThrough(new TextEncoderStream))})' +
  `(self.${contextName}={})`

/**
 * The hydration bootstrap for a manifest of the page's own routes: a script that opens a stream for the page's data, and
 * a script that imports all modules of the page, after the first paint and the pictures in sight. Remix's own imports
 * start with the document, load by depth where modulepreload is unknown (Safari before 17), and delay the largest paint.
 * Each import is a task of its own: two dozen in one block a slow phone for 40 to 180 ms. The entry waits for its call.
 * After a click that navigates (abortPendingLoads) nothing is imported or started.
 */
export function hydrationBootstrap(remix: RemixServerProps['context']): Bootstrap {
  const { entry, routes, url, hmr } = remix.manifest
  const matched = Object.values(routes)
  const own = [entry.module, url, ...matched.map(({ module }) => module)]
  const libraries = [...entry.imports, ...matched.flatMap(({ imports = [] }) => imports)]
  const { before, names, after } = withoutCommonAffixes([...new Set([...own, ...libraries])])
  const files =
    `${JSON.stringify(names.join(' '))}.split(" ").map((f,i)=>new Promise(r=>setTimeout(r,i))` +
    `.then(()=>onclick&&import("${before}"+f+"${after}")))`
  const modules = matched.map(({ id }, index) => `${JSON.stringify(id)}:m[${index}]`).join()
  // Remix streams the data only after its own `<Scripts>` has set this.
  Object.assign(remix.renderMeta ?? {}, { didRenderScripts: true })
  return {
    stream: dataStream,
    modules:
      `new Promise(r=>{onload=r;setTimeout(r,${maxWaitMs})}).then(()=>requestAnimationFrame(()=>setTimeout(()=>` +
      `onclick&&${hmr ? `import(${JSON.stringify(hmr.runtime)}).then(()=>` : ''}` +
      `Promise.all(${files}).then(([e,,...m])=>{if(onclick){self.__remixRouteModules={${modules}};e.start()}},console.error)` +
      `${hmr ? ')' : ''})))`,
  }
}

/**
 * The common prefix and suffix of file names, to shorten the list: a page names two dozen files in its first round
 * trip.
 */
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
