/** Code points that XML 1.0 cannot represent. */
const notAllowedInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes a text for an element or an attribute of an XML document. */
export function xmlText(text: string): string {
  return text.replace(notAllowedInXml, '').replace(/[&<>"']/g, (char) => entities[char] ?? '')
}
