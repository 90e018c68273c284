import type { Element, Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { find, hastToReact, html, svg } from 'property-information'

/**
 * A module of React components, `Head` and `Body`, that render a document's elements as they are, its styles inside it
 * and without its scripts: internal links become Remix's, everything else is written out, so that a page of the same
 * bytes costs what React and Remix need for it and no more.
 */
export function pageModuleOf(document: string): string {
  const tree = fromHtml(document)
  const component = (tag: string) => {
    const element = first(tree, tag)
    if (element === undefined) throw new Error(`a document without ${tag}`)
    return `() => jsx(Fragment, { children: ${written(element, html)} })`
  }
  return [
    `import { Link } from '@remix-run/react'`,
    `import { Fragment, jsx } from 'react/jsx-runtime'`,
    `export const Head = ${component('head')}`,
    `export const Body = ${component('body')}`,
  ].join('\n')
}

function first(node: Nodes, tag: string): Element | undefined {
  if (!('children' in node)) return undefined
  for (const child of node.children) {
    if (child.type === 'element' && child.tagName === tag) return child
    const found = first(child, tag)
    if (found) return found
  }
  return undefined
}

type Schema = typeof html

/** The children of an element as the text of an array. */
function written({ children }: Element, schema: Schema): string {
  const texts = children.map((child) => {
    if (child.type === 'text') return JSON.stringify(child.value)
    if (child.type !== 'element' || child.tagName === 'script') return 'null'
    return writtenElement(child, child.tagName === 'svg' ? svg : schema)
  })
  return `[${texts.join(', ')}]`
}

function writtenElement(element: Element, schema: Schema): string {
  const { href, ...props } = propsOf(element, schema)
  const leadsInside = element.tagName === 'a' && typeof href === 'string' && href.startsWith('/')
  const tag = leadsInside ? 'Link' : JSON.stringify(element.tagName)
  const link = href === undefined ? [] : [[leadsInside ? 'to' : 'href', href]]
  const others = [...link, ...Object.entries(props)].map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  return `jsx(${tag}, { ${[...others, ...inside(element, schema)].join(', ')} })`
}

function inside(element: Element, schema: Schema): string[] {
  const [only] = element.children
  if (only === undefined) return []
  // React escapes text, and a style sheet is not text.
  if (element.tagName === 'style' && only.type === 'text') {
    return [`dangerouslySetInnerHTML: { __html: ${JSON.stringify(only.value)} }`]
  }
  return [`children: ${written(element, schema)}`]
}

/** An element's attributes by React's names. */
function propsOf({ properties }: Element, schema: Schema): Record<string, unknown> {
  const props = Object.entries(properties).map(([name, value]) => {
    const { space, property, attribute, commaSeparated } = find(schema, name)
    const prop = space ? (hastToReact[property] ?? property) : attribute
    return [prop, Array.isArray(value) ? value.join(commaSeparated ? ', ' : ' ') : value]
  })
  return Object.fromEntries(props)
}
