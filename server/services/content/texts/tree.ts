import { fromHtml } from 'hast-util-from-html'
import { toHtml } from 'hast-util-to-html'

/** The root of a HAST tree. */
export type Root = ReturnType<typeof fromHtml>
/** A child of the root. */
export type RootContent = Root['children'][number]
/** An element. */
export type Element = Extract<RootContent, { type: 'element' }>
/** A child of an element. */
export type ElementContent = Element['children'][number]
/** A node with children. */
export type Parents = Root | Element

const blocks = new Set('p h1 h2 h3 h4 h5 h6 blockquote pre hr ul ol dl table figure img'.split(' '))

/** Parses an HTML fragment as browsers do. */
export function treeOf(html: string): Root {
  return fromHtml(html, { fragment: true })
}

/** Serialises a tree as HTML, one block a line. */
export function htmlOf(tree: Root): string {
  const blocks = tree.children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  return blocks.map((child) => toHtml(child)).join('\n')
}

/** Whether a node is a block element. */
export function isBlock(node: RootContent | ElementContent): boolean {
  return node.type === 'element' && blocks.has(node.tagName)
}

/** All elements of the given names in document order; of all names when none is given. */
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

/** The maximum nesting depth, computed without recursion. */
export function deepestElement(tree: Root): number {
  let depth = 0
  let level = childElements(tree)
  for (; level.length > 0; level = level.flatMap(childElements)) depth += 1
  return depth
}

function childElements({ children }: Parents): Element[] {
  return children.flatMap((child) => (child.type === 'element' ? child : []))
}

/** The text content of a node. */
export function textContentOf(node: RootContent | ElementContent): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textContentOf).join('') : ''
}

/** Removes elements with their content from a tree. */
export function removeElements(tree: Parents, unwanted: (element: Element) => boolean): void {
  tree.children = tree.children.filter((child) => child.type !== 'element' || !unwanted(child))
  for (const child of tree.children) if (child.type === 'element') removeElements(child, unwanted)
}
