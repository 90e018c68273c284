import type { Plugin } from 'vite'

type Rule = [pattern: RegExp, replacement: string]

/**
 * What is always so in the browser's build of this site. Remix asks for it again at run time: its flags, whether it is on
 * a server, a single-page application, or under its development server. A minifier drops the branches that cannot be.
 */
const remixRules: Rule[] = [
  [/(?:window\.__remixContext\.)?future\.v3_lazyRouteDiscovery\b/g, 'false'],
  [/(?:window\.__remixContext\.)?future\.v3_\w+/g, 'true'],
  [/typeof (?:document|window) === "undefined"/g, 'false'],
  [/window\.__remixContext\.isSpaMode\b/g, 'false'],
  [/!isSpaMode\b/g, 'true'],
  [/(?<!, )\bisSpaMode(?= \?| &&|\) return)/g, 'false'],
  [/\bif \(isSpaMode\)/g, 'if (false)'],
  [/!isStatic\b/g, 'true'],
  [/\b(?:isStatic|staticContext|criticalCss)(?= \?)/g, 'false'],
  [/(?<!function )\bisFogOfWarEnabled\(future, isSpaMode\)/g, 'false'],
  [/\bgetPatchRoutesOnNavigationFunction\(window\..*\)/g, 'undefined'],
  [/\buseFogOFWarDiscovery\(router, window\..*\);/g, ''],
  [/\brouter\.createRoutesForHMR = .*;/g, ''],
  [/\bneedsRevalidation == null\b/g, 'true'],
  [/\bif \(needsRevalidation\)/g, 'if (false)'],
  [/\btypeof singleFetch === "function"/g, 'true'],
  [/typeof __remixContext === "object" && __remixContext\.a/g, 'false'],
  [/\bisPageLinkDescriptor\(link\)(?= \?)/g, 'false'],
  [/^\w+\.displayName = ".*";$/gm, ''],
]

const routerRules: Rule[] = [
  [/\bfuture\.v7_\w+/g, 'true'],
  [/(?<!function )\bisDeferred(?:Data|Result)\(\w+(?:\.\w+)?\)/g, 'false'],
  [/\bfunction warning\(cond, message\) \{[^]*?\n\}\n/, 'function warning() {}\n'],
  // It ranks and compiles all routes anew each time that it looks for one: four times before a page is a visitor's.
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
      '  let key = [path, caseSensitive, end].join();\n' +
      '  if (!compiled.has(key)) compiled.set(key, compileNewPath(path, caseSensitive, end));\n' +
      '  return compiled.get(key);\n' +
      '}\n' +
      'function compileNewPath(',
  ],
]

function rulesFor(id: string): Rule[] {
  if (id.includes('/@remix-run/react/dist/esm/')) return remixRules
  return id.includes('/@remix-run/router/dist/router.js') ? routerRules : []
}

/** Tells the browser's build what is constant in its libraries, so that a first visit carries no dead branch of them. */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id, options) {
      const rules = options?.ssr === true ? [] : rulesFor(id)
      if (rules.length === 0) return undefined
      const lean = rules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), code)
      return { code: lean, map: null }
    },
  }
}
