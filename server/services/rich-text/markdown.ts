import { Marked } from 'marked'

/**
 * Markdown as people write Chinese in it: a new line is a new paragraph or line, 10~20 is a range, four blanks in
 * front of a paragraph are no program, a line of hyphens makes no title of the paragraph above it, and an address ends
 * where Chinese begins.
 */
const marked = new Marked({
  async: false,
  gfm: true,
  breaks: true,
  tokenizer: {
    del: (source) => (source.startsWith('~~') ? false : undefined),
    code: () => undefined,
    lheading: () => undefined,
    url(source) {
      const [raw] = /^(?:https?:\/\/|www\.)[\w\-./~:?#[\]@!$&'()*+,;=%]+/i.exec(source) ?? []
      const text = raw?.replace(/[.,:;!?'")\]*~]+$/, '')
      if (text === undefined || !/\w\.\w/.test(text)) return undefined
      const href = /^www/i.test(text) ? `https://${text}` : text
      return {
        type: 'link',
        raw: text,
        text,
        href,
        tokens: [{ type: 'text', raw: text, text, escaped: false }],
      }
    },
  },
})

/** HTML of a Markdown text. Not cleaned: HTML in it stays as it is. */
export function markdownHtml(text: string): string {
  const html = marked.parse(text)
  if (typeof html !== 'string') throw new Error('Markdown is read at once')
  return html
}
