import { pictureWidths } from '#server/contract/media/picture-widths.ts'
import { imageAddress, imageHash, imageName } from '../../media/images/image-name.ts'
import type { Element, Parents, Root } from './tree.ts'
import { sanitizedTree } from './allowed.ts'
import { isHtml } from './stored-text.ts'
import { elementsOf, htmlOf, isBlock, removeElements, treeOf } from './tree.ts'

/** Context of a text in its page: level of its highest headings, and the site's own origin. */
export type ShownOptions = {
  /** 2 under a page's h1, 3 under a section's title. */
  top?: 2 | 3
  /** Such as `https://example.cn`; absent: every absolute URL is external. */
  ownOrigin?: string | undefined
}

const characters: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

/**
 * A stored text as HTML for pages: sanitised again, whatever way it came into the database; headings below the page's
 * own, pictures with size and lazy loading, external links marked visually and for screen readers.
 */
export function shownHtml(stored: string, options: ShownOptions = {}): string {
  return isHtml(stored) ? htmlOf(shownTree(stored, options)) : paragraphs(stored)
}

/** The same as a tree. */
export function shownTree(stored: string, { top = 2, ownOrigin }: ShownOptions = {}): Root {
  if (!isHtml(stored)) return treeOf(paragraphs(stored))
  const tree = sanitizedTree(treeOf(stored))
  lowerHeadings(tree, top)
  for (const link of elementsOf(tree, 'a')) markLink(link, ownOrigin)
  removeElements(tree, (element) => element.tagName === 'img' && !isPlaced(element))
  for (const image of elementsOf(tree, 'img')) {
    image.properties = {
      alt: '',
      ...image.properties,
      ...servedWidths(image.properties['src']),
      loading: 'lazy',
      decoding: 'async',
    }
  }
  for (const list of elementsOf(tree, 'ul')) makeChecklist(list)
  frameTables(tree)
  return tree
}

function paragraphs(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines
    .map((line) => `<p>${line.trim().replace(/[&<>]/g, (found) => characters.get(found) ?? '')}</p>`)
    .join('')
}

/** Maps the heading levels of a text to consecutive ones from `top` on. */
function lowerHeadings(tree: Parents, top: number): void {
  const headings = elementsOf(tree, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6')
  const levels = [...new Set(headings.map(({ tagName }) => tagName))].toSorted()
  for (const heading of headings) {
    heading.tagName = `h${Math.min(6, top + levels.indexOf(heading.tagName))}`
  }
}

function markLink(link: Element, ownOrigin: string | undefined): void {
  const { href } = link.properties
  const nowhere = 'https://this.invalid'
  const url = typeof href === 'string' && URL.canParse(href, nowhere) ? new URL(href, nowhere) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return
  if (url.origin === nowhere || url.origin === ownOrigin) return
  link.properties = { ...link.properties, rel: ['nofollow', 'noopener', 'external'] }
  link.children.push({
    type: 'element',
    tagName: 'span',
    properties: { className: ['vh'] },
    children: [{ type: 'text', value: '（站外链接）' }],
  })
}

/** Only pictures that this site serves, with a size, are shown. */
function isPlaced({ properties: { src, width, height } }: Element): boolean {
  return (
    typeof src === 'string' &&
    /^\/media\/(?:images|sample)\/(?!.*\.\.)[\w./-]+$/.test(src) &&
    [width, height].every((size) => /^[1-9]\d{0,4}$/.test(String(size)))
  )
}

/** `srcset` of a stored picture in a text; empty for drawn samples. */
function servedWidths(src: unknown): { src?: string; srcSet?: string; sizes?: string } {
  const hash = typeof src === 'string' ? imageHash(imageName(src) ?? '') : undefined
  if (hash === undefined) return {}
  const of = (width: number) => `${imageAddress(hash)}-${width}`
  const wide = pictureWidths.slice(1)
  return {
    src: of(wide[0] ?? 320),
    srcSet: wide.map((width) => `${of(width)} ${width}w`).join(),
    sizes: '(min-width:750px) 640px,90vw',
  }
}

const box = /^\s*([☐☑])\s*/u

/** Makes a checklist of a list whose items all begin with a box: each is a label with a checkbox. */
function makeChecklist(list: Element): void {
  const items = list.children.filter((child) => child.type === 'element')
  const lines = items.map((item) => {
    const [first] = item.children
    return first?.type === 'element' && first.tagName === 'p' ? first : item
  })
  const texts = lines.map(({ children: [text] }) => (text?.type === 'text' ? text : undefined))
  if (texts.length === 0 || !texts.every((text) => text !== undefined && box.test(text.value))) return
  list.properties = { className: ['checklist'] }
  lines.forEach((line, at) => {
    const text = texts[at]
    if (text === undefined) return
    const checked = text.value.trimStart().startsWith('☑')
    text.value = text.value.replace(box, '')
    const inline = line.children.filter((child) => child.type !== 'element' || !isBlock(child))
    const input: Element = {
      type: 'element',
      tagName: 'input',
      properties: { type: 'checkbox', ...(checked ? { checked } : {}) },
      children: [],
    }
    const label: Element = { type: 'element', tagName: 'label', properties: {}, children: [input, ...inline] }
    line.children = [label, ...line.children.filter((child) => !inline.includes(child))]
  })
}

/** Wraps tables in a scrollable region that the keyboard can reach. */
function frameTables(tree: Parents): void {
  for (const [at, child] of tree.children.entries()) {
    if (child.type !== 'element') continue
    if (child.tagName !== 'table') frameTables(child)
    else {
      tree.children[at] = {
        type: 'element',
        tagName: 'div',
        properties: { className: ['frame'], role: 'region', tabIndex: 0, ariaLabel: '表格' },
        children: [child],
      }
    }
  }
}
