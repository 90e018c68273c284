import type { Plugin } from 'vite'

type Rule = [pattern: RegExp, replacement: string]

/**
 * What is always so in the browser's build of this site. Remix asks for it again at run time: its flags, whether it is on
 * a server, a single-page application, or under its development server. A minifier drops the branches that cannot be.
 */
const remixRules: Rule[] = [
  // A page whose data is in its document (app/remix/inline-loader-data.server.ts) has no stream to decode.
  [
    /\bif \(window\.__remixContext\.future\.v3_singleFetch\)(?= \{\s+\/\/ Note: `stateDecodingPromise`)/,
    'if (!window.__remixContext.state)',
  ],
  [/(?:window\.__remixContext\.)?future\.v3_lazyRouteDiscovery\b/g, 'false'],
  [/(?:window\.__remixContext\.)?future\.v3_\w+/g, 'true'],
  [/typeof (?:document|window) === "undefined"/g, 'false'],
  [/window\.__remixContext\.isSpaMode\b/g, 'false'],
  [/!isSpaMode\b/g, 'true'],
  [/(?<!, )\bisSpaMode(?= \?| &&|\) return)/g, 'false'],
  [/\bif \(isSpaMode\)/g, 'if (false)'],
  [/(?<!function )\bisFogOfWarEnabled\(future, isSpaMode\)/g, 'false'],
  [/\bgetPatchRoutesOnNavigationFunction\(window\..*\)/g, 'undefined'],
  [/\buseFogOFWarDiscovery\(router, window\..*\);/g, ''],
  [/\brouter\.createRoutesForHMR = .*;/g, ''],
  [/\bneedsRevalidation == null\b/g, 'true'],
  [/\bif \(needsRevalidation\)/g, 'if (false)'],
  [/\btypeof singleFetch === "function"/g, 'true'],
  [/\bRemixRootDefaultHydrateFallback : undefined/g, 'undefined : undefined'],
  [/\brenderScripts \? .*\(Scripts, null\) : null/g, 'null'],
  [/\bisPageLinkDescriptor\(link\)(?= \?)/g, 'false'],
  [/^\w+\.displayName = ".*";$/gm, ''],
]

const routerRules: Rule[] = [
  [/\bfuture\.v7_\w+/g, 'true'],
  [/(?<!function )\bisDeferred(?:Data|Result)\(\w+(?:\.\w+)?\)/g, 'false'],
  [/\bfunction warning\(cond, message\) \{[^]*?\n\}\n/, 'function warning() {}\n'],
]

/** The router ranks and compiles all routes anew each time that it looks for one: four times for a page, here and there. */
const keptRoutes: Rule[] = [
  [
    /let branches = flattenRoutes\(routes\);\s+rankRouteBranches\(branches\);/,
    'let branches = ranked.get(routes);' +
      'if (!branches) ranked.set(routes, (branches = flattenRoutes(routes), rankRouteBranches(branches), branches));',
  ],
  [/\bfunction matchRoutesImpl\(/, 'const ranked = new WeakMap();\nfunction matchRoutesImpl('],
  [
    /\bfunction compilePath\(/,
    'const compiled = new Map();\n' +
      'function compilePath(path, caseSensitive, end) {\n' +
      '  let known = compiled.get(path);\n' +
      '  if (!known) compiled.set(path, (known = []));\n' +
      '  return (known[(caseSensitive ? 2 : 0) + (end === false ? 0 : 1)] ??= compileNewPath(path, caseSensitive, end));\n' +
      '}\n' +
      'function compileNewPath(',
  ],
]

/** A page's data is put in words when they are read: a page that carries it as it is reads none. */
const unreadStream: Rule[] = [
  [/async start\(controller\) \{(?=\s+const id = flatten)/, 'async pull(controller) {'],
  [/(controller\.close\(\);\s+\}\s+\})(?=\);\s+return readable;)/, '$1, { highWaterMark: 0 }'],
]

/** What of Remix must be part of a server's build for that: what stays outside comes as it was published. */
export const leanOnServers = [
  '@remix-run/react',
  '@remix-run/router',
  '@remix-run/server-runtime',
  'react-router',
  'react-router-dom',
  'turbo-stream',
]

function rulesFor(id: string, isServer: boolean): Rule[] {
  if (id.includes('/@remix-run/router/dist/router.js'))
    return isServer ? keptRoutes : [...routerRules, ...keptRoutes]
  if (isServer && id.includes('/turbo-stream/dist/')) return unreadStream
  return !isServer && id.includes('/@remix-run/react/dist/esm/') ? remixRules : []
}

/**
 * Tells the browser's build what is constant in its libraries, so that a first visit carries no dead branch of them, and
 * has both sides keep what they know of the routes.
 */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id, options) {
      const rules = rulesFor(id, options?.ssr === true)
      if (rules.length === 0) return undefined
      const lean = rules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), code)
      return { code: lean, map: null }
    },
  }
}
