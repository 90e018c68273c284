import { sanitize, type Schema } from 'hast-util-sanitize'
import type { Root } from './tree.ts'

const words = (...lines: string[]): string[] => lines.join(' ').split(' ')

/** Sanitiser schema of stored texts: no scripts, styles, ids or unsafe links. */
const schema: Schema = {
  tagNames: words(
    'p h1 h2 h3 h4 h5 h6 blockquote pre hr ul ol li dl dt dd',
    'table caption thead tbody tfoot tr th td figure figcaption img',
    'a b strong i em u s del ins mark small sub sup code br',
  ),
  attributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    th: ['colSpan', 'rowSpan'],
    td: ['colSpan', 'rowSpan'],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['http', 'https'] },
  ancestors: {
    li: ['ul', 'ol'],
    dt: ['dl'],
    dd: ['dl'],
    caption: ['table'],
    thead: ['table'],
    tbody: ['table'],
    tfoot: ['table'],
    tr: ['table'],
    th: ['table'],
    td: ['table'],
    figcaption: ['figure'],
  },
  strip: words('script style template noscript iframe object textarea title select svg math'),
}

/** Sanitises a tree; disallowed elements are replaced by their content. */
export function sanitizedTree(tree: Root): Root {
  const clean = sanitize(tree, schema)
  return clean.type === 'root' ? clean : { type: 'root', children: [] }
}
