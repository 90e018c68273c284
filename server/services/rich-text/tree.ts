import { fromHtml } from 'hast-util-from-html'
import { toHtml } from 'hast-util-to-html'

/** A text as a tree. */
export type Root = ReturnType<typeof fromHtml>
/** What stands in a tree, at its top or within. */
export type RootContent = Root['children'][number]
/** An element with its attributes and what is in it. */
export type Element = Extract<RootContent, { type: 'element' }>
/** What stands in an element. */
export type ElementContent = Element['children'][number]
/** A tree or an element. */
export type Parents = Root | Element

const blocks = new Set('p h1 h2 h3 h4 h5 h6 blockquote pre hr ul ol dl table figure img'.split(' '))

/** The tree of a piece of HTML, read as browsers read it. */
export function treeOf(html: string): Root {
  return fromHtml(html, { fragment: true })
}

/** The tree as HTML, its blocks a line each. */
export function htmlOf(tree: Root): string {
  const blocks = tree.children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  return blocks.map((child) => toHtml(child)).join('\n')
}

/** Whether a node stands by itself in a text, as a paragraph does. */
export function isBlock(node: RootContent | ElementContent): boolean {
  return node.type === 'element' && blocks.has(node.tagName)
}

/** All elements of a tree under the given names, parents before their children; of all names when none is given. */
export function elementsOf(tree: Parents, ...names: readonly string[]): Element[] {
  const found: Element[] = []
  const look = (node: Parents): void => {
    for (const child of node.children) {
      if (child.type !== 'element') continue
      if (names.length === 0 || names.includes(child.tagName)) found.push(child)
      look(child)
    }
  }
  look(tree)
  return found
}

/** How many elements stand in one another at the deepest place; read without calling itself. */
export function deepestElement(tree: Root): number {
  let depth = 0
  let level = childElements(tree)
  for (; level.length > 0; level = level.flatMap(childElements)) depth += 1
  return depth
}

function childElements({ children }: Parents): Element[] {
  return children.flatMap((child) => (child.type === 'element' ? child : []))
}

/** The words of a node and all within it. */
export function wordsOf(node: RootContent | ElementContent): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(wordsOf).join('') : ''
}

/** Takes elements out of a tree with all that is in them. */
export function removeElements(tree: Parents, unwanted: (element: Element) => boolean): void {
  tree.children = tree.children.filter((child) => child.type !== 'element' || !unwanted(child))
  for (const child of tree.children) if (child.type === 'element') removeElements(child, unwanted)
}
