import { fromHtml } from 'hast-util-from-html'

type Tree = ReturnType<typeof fromHtml>
type Child = Tree['children'][number]
/** An element of a page. */
export type PageElement = Extract<Child, { type: 'element' }>

/** A page that is read many times faster than a browser's model of it would be. */
export type PageTree = {
  /** The elements of one tag, or of every tag, in the order of the document. */
  all: (tag?: string) => PageElement[]
}

/** Reads a page; what stands in its styles and scripts is left out. */
export function pageTree(html: string): PageTree {
  const elements = elementsIn(fromHtml(html.replaceAll(/<(style|script)\b[^]*?<\/\1>/g, '')))
  return { all: (tag) => (tag === undefined ? elements : elements.filter(({ tagName }) => tagName === tag)) }
}

/** The elements inside a page or an element, in the order of the document. */
export function elementsIn({ children }: { children: readonly Child[] }): PageElement[] {
  return children.flatMap((child) => (child.type === 'element' ? [child, ...elementsIn(child)] : []))
}

/** An attribute as text; undefined without it. Names as in HTML's own properties: `httpEquiv`, `className`. */
export function attribute(element: PageElement | undefined, name: string): string | undefined {
  const value = element?.properties[name]
  if (value === undefined || value === null) return undefined
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/** The text inside an element. */
export function textOf(element: PageElement | undefined): string {
  const read = (children: readonly Child[]): string =>
    children
      .map((child) =>
        child.type === 'text' ? child.value : child.type === 'element' ? read(child.children) : '',
      )
      .join('')
  return element === undefined ? '' : read(element.children)
}
