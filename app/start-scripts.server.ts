import type { EntryContext } from '@remix-run/node'
import type { StartTexts } from './start-scripts.tsx'

/**
 * What starts the scripts of a page, given a manifest of its own routes: the stream of its data, and its modules with all
 * that they import, asked for at once and only after the first paint. Remix's own imports begin with the document, take
 * turns by depth where an engine knows no modulepreload (Safari before 17), and stand in the way of what is seen. The entry
 * is among them and waits for its call. Once a press leads on (the document's first script, root.tsx), they need not begin.
 */
export function startScriptsOf(remix: EntryContext): StartTexts {
  // Remix sends a page's data when its own <Scripts> has told it so.
  ;(remix.renderMeta ??= {}).didRenderScripts = true
  const { entry, routes, url } = remix.manifest
  const matched = Object.values(routes)
  const own = [entry.module, url, ...matched.map(({ module }) => module)]
  const libraries = [...entry.imports, ...matched.flatMap(({ imports = [] }) => imports)]
  const files = JSON.stringify([...new Set([...own, ...libraries])])
  const modules = matched.map(({ id }, index) => `${JSON.stringify(id)}:m[${index}]`).join()
  return {
    data:
      `__remixContext=${withoutFlags(remix)};` +
      '__remixContext.stream=new ReadableStream({start(c){__remixContext.streamController=c}}).pipeThrough(new TextEncoderStream)',
    modules:
      `requestAnimationFrame(()=>setTimeout(()=>onclick&&Promise.all(${files}.map(f=>import(f)))` +
      `.then(([e,,...m])=>{self.__remixRouteModules={${modules}};e.start()},console.error)))`,
  }
}

/** The browser's build knows Remix's flags as constants: no document needs to name them. */
function withoutFlags({ serverHandoffString = '' }: EntryContext): string {
  return serverHandoffString.replace(/"future":\{[^}]*\},"isSpaMode":false/, '"future":{}')
}
