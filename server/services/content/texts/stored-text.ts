import type { Element, ElementContent, Root, RootContent } from './tree.ts'
import { sanitizedTree } from './allowed.ts'
import { markdownHtml } from './markdown.ts'
import { deepestElement, elementsOf, htmlOf, isBlock, treeOf, textContentOf } from './tree.ts'
import { longLineRefusal, mostElements, tooComplex, tooDeeplyNested } from './unreadable-text.ts'

const htmlStart =
  /^\s*<(?:!doctype|html|body|p|div|h[1-6]|ul|ol|dl|table|section|article|main|header|figure|blockquote|center|pre|hr|img)[\s/>]/i
const unreadable = /(?![\n\t])\p{Cc}|[\p{Cs}\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF\uFFFD]/gu

/** Limit of nested elements, since recursive walks of a tree need stack depth. */
const maxDepth = 100
/** Markdown quotes and lists nested on one line beyond the limit. */
const nestedMarkers = new RegExp(`^(?:[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])[ \\t])){${maxDepth + 1}}`, 'm')

/** Whether a text is HTML, as written by an operator or as stored; else it is Markdown, or stored plain text. */
export function isHtml(text: string): boolean {
  return htmlStart.test(text)
}

/**
 * Normalises an operator's text, Markdown or HTML, for storage: sanitised HTML, or the text itself when it is plain
 * lines. Idempotent. It may take minutes for a hostile text: `readText` is for texts that others write. @throws
 * UnreadableText for more than 100 nested elements, more than 5,000 in all, and Markdown lines over 5,000 characters.
 */
export function storedText(text: string): string {
  if (text.trim() === '') return ''
  const written = isHtml(text)
  const tree = inBlocks(sanitizedTree(withParagraphs(readTree(text, written))))
  if (!written) tree.children = tree.children.flatMap(linesOf)
  tree.children = tree.children.filter((block) => !isEmpty(block))
  if (tree.children.length > mostElements) throw tooComplex()
  if (!written && isPlain(tree, text)) return text.trim()
  const html = htmlOf(tree).replace(unreadable, '').normalize('NFC').trim()
  // Counted as pages read it: HTML that opens paragraphs inside one another is another tree when it is read again.
  if (elementsOf(treeOf(html)).length > mostElements) throw tooComplex()
  return html
}

/** Whether a text that was stored before there were limits is beyond them: it is shown, but would be refused now. */
export function isBeyondLimits(stored: string): boolean {
  if (!isHtml(stored))
    return longLineRefusal(stored) !== undefined || stored.split('\n').length > mostElements
  return (stored.match(/<\w/g) ?? []).length > mostElements
}

function readTree(text: string, written: boolean): Root {
  if (!written && nestedMarkers.test(text)) throw tooDeeplyNested()
  const refusal = written ? undefined : longLineRefusal(text)
  if (refusal !== undefined) throw refusal
  try {
    const tree = treeOf(written ? text : markdownHtml(text))
    if (deepestElement(tree) > maxDepth) throw tooDeeplyNested()
    return tree
  } catch (error) {
    // Both parsers recurse per level and overflow the stack.
    throw error instanceof RangeError ? tooDeeplyNested() : error
  }
}

/** Other editors write `div` elements: those without blocks become paragraphs. */
function withParagraphs(tree: Root): Root {
  for (const element of elementsOf(tree, 'div', 'section', 'article', 'center', 'main', 'header')) {
    const inner = elementsOf(element)
    if (!inner.some((child) => isBlock(child) || child.tagName === 'div')) element.tagName = 'p'
  }
  return tree
}

/** Text between blocks becomes paragraphs. */
function inBlocks(tree: Root): Root {
  const children: RootContent[] = []
  let paragraph: Element | undefined
  for (const child of tree.children) {
    if (child.type !== 'element' && child.type !== 'text') continue
    if (isBlock(child)) {
      children.push(child)
      paragraph = undefined
    } else if (paragraph !== undefined) paragraph.children.push(child)
    else if (child.type === 'element' || child.value.trim() !== '') {
      paragraph = paragraphOf([child])
      children.push(paragraph)
    }
  }
  for (const child of children) if (child.type === 'element' && child.tagName === 'p') trimEnds(child)
  return { type: 'root', children }
}

function paragraphOf(children: ElementContent[]): Element {
  return { type: 'element', tagName: 'p', properties: {}, children }
}

function trimEnds({ children }: Element): void {
  const [first] = children
  if (first?.type === 'text') first.value = first.value.trimStart()
  const last = children.at(-1)
  if (last?.type === 'text') last.value = last.value.trimEnd()
}

/** Splits a Markdown paragraph of several lines into paragraphs. */
function linesOf(block: RootContent): RootContent[] {
  if (block.type !== 'element' || block.tagName !== 'p') return [block]
  const lines = [paragraphOf([])]
  for (const child of block.children) {
    if (child.type === 'element' && child.tagName === 'br') lines.push(paragraphOf([]))
    else lines.at(-1)?.children.push(child)
  }
  for (const line of lines) trimEnds(line)
  return lines
}

function isEmpty(block: RootContent): boolean {
  if (block.type !== 'element') return true
  const isMedia = ['hr', 'img'].includes(block.tagName) || elementsOf(block, 'img', 'hr').length > 0
  return !isMedia && textContentOf(block).trim() === ''
}

/** Whether a text is plain lines without markup. */
function isPlain(tree: Root, text: string): boolean {
  const words = (line: string) => line.replace(/\s+/gu, ' ').trim()
  const lines = text
    .split('\n')
    .map(words)
    .filter((line) => line !== '')
  return (
    tree.children.length === lines.length &&
    tree.children.every((block, at) => {
      if (block.type !== 'element' || block.tagName !== 'p') return false
      return block.children.every(({ type }) => type === 'text') && words(textContentOf(block)) === lines[at]
    })
  )
}
