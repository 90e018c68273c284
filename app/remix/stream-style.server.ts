const element = '<noscript>'

/**
 * Removes the styles that show deferred parts without scripts (`noScriptStyle` of app/root.tsx) from a document that is
 * complete: none of its parts follows the document. React moves very large parts there even so; such a document is left
 * as it is.
 */
export function withoutStreamStyle(html: Buffer): Buffer {
  const start = html.indexOf(`${element}<style`)
  if (start === -1 || html.includes(' id="S:')) return html
  return Buffer.concat([
    html.subarray(0, start + element.length),
    html.subarray(html.indexOf('</noscript>', start)),
  ])
}
