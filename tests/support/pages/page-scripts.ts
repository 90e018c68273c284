/**
 * Addresses of the files that a document's own script imports, as app/remix/hydration-bootstrap.server.ts
 * writes them.
 */
export function scriptsOf(html: string): string[] {
  const start = /"([^"]*)"\.split\(" "\)\.map\(\(f,i\)=>.*?import\("([^"]*)"\+f\+"([^"]*)"\)/.exec(html)
  if (!start) return []
  const [, names = '', before = '', after = ''] = start
  return names.split(' ').map((name) => before + name + after)
}
