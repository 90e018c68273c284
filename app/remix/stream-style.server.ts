const element = '<noscript>'

/**
 * A complete document without the styles that show deferred parts without scripts (`noScriptStyle` of app/root.tsx): in a
 * complete one no part stands after the document. React puts there what is very large; such a document is left as it is.
 */
export function withoutStreamStyle(html: Buffer): Buffer {
  const start = html.indexOf(`${element}<style`)
  if (start === -1 || html.includes(' id="S:')) return html
  return Buffer.concat([
    html.subarray(0, start + element.length),
    html.subarray(html.indexOf('</noscript>', start)),
  ])
}
