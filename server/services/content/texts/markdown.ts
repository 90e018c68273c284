import { Marked } from 'marked'

/**
 * Markdown options for Chinese text: a new line is a new paragraph or line, 10~20 is a range, four leading spaces are
 * no code, a line of hyphens makes no heading of the paragraph above, a URL ends where Chinese begins, and the box of a task
 * list is a character.
 */
const marked = new Marked({
  async: false,
  gfm: true,
  breaks: true,
  renderer: { checkbox: ({ checked }) => (checked ? '☑ ' : '☐ ') },
  tokenizer: {
    del: (source) => (source.startsWith('~~') ? false : undefined),
    code: () => undefined,
    lheading: () => undefined,
    url(source) {
      const [raw] = /^(?:https?:\/\/|www\.)[\w\-./~:?#[\]@!$&'()*+,;=%]+/i.exec(source) ?? []
      if (raw === undefined) return undefined
      const text = withoutTrailingSigns(raw)
      if (!/\w\.\w/.test(text)) return undefined
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

/** Signs that end a sentence and not the URL before them. */
const trailingSigns = new Set('.,:;!?\'")]*~')

// A regular expression with `+$` tries every run of signs from each of its signs.
function withoutTrailingSigns(url: string): string {
  let end = url.length
  while (trailingSigns.has(url.charAt(end - 1))) end -= 1
  return url.slice(0, end)
}

/** Renders Markdown as HTML. Not sanitised: HTML in it is passed through. */
export function markdownHtml(text: string): string {
  const html = marked.parse(text)
  if (typeof html !== 'string') throw new Error('Markdown is read at once')
  return html
}
