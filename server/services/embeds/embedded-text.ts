import type { z } from 'zod'
import type { articlePart, Embed } from '#server/contract/articles/embeds.ts'
import { shownTree, type ShownOptions } from '../rich-text/shown-html.ts'
import { htmlOf, textContentOf, type Parents, type RootContent } from '../rich-text/tree.ts'
import { embedPattern, readEmbed, type EmbedRequest } from './read-embed.ts'

/** What an embed became, by what the author wrote between the braces: an embed, or a number in the text. */
export type ResolvedEmbeds = ReadonlyMap<string, Embed | number>

type Part = z.output<typeof articlePart>

/** Most lists and numbers of one text: each takes a statement. */
const maxLists = 4

const wholeEmbed = new RegExp(`^\\s*${embedPattern.source}\\s*$`, 'u')

/** What the author wrote between the braces of a paragraph that is nothing else. */
function writtenAlone(block: RootContent): string | undefined {
  if (block.type !== 'element' || block.tagName !== 'p') return undefined
  return wholeEmbed.exec(textContentOf(block))?.[1]
}

/** What a stored text asks to embed, by what is written between the braces. Unreadable ones are left out. */
export function embedRequests(stored: string): Map<string, EmbedRequest> {
  const requests = new Map<string, EmbedRequest>()
  if (!stored.includes('{{')) return requests
  for (const [, written = ''] of textOf(shownTree(stored)).matchAll(embedPattern)) {
    const read = readEmbed(written)
    if (typeof read !== 'string') requests.set(written, read)
  }
  return requests
}

const textOf = (tree: Parents): string =>
  tree.children
    .map((child) => (child.type === 'comment' || child.type === 'doctype' ? '' : textContentOf(child)))
    .join('\n')

/** What is wrong with the embeds of a stored text, in Chinese; ids are not looked up. */
export function embedProblems(stored: string): string[] {
  if (!stored.includes('{{')) return []
  const problems: string[] = []
  let lists = 0
  for (const block of shownTree(stored).children) {
    if (block.type !== 'element' && block.type !== 'text') continue
    const alone = writtenAlone(block)
    for (const [whole, written = ''] of textContentOf(block).matchAll(embedPattern)) {
      const read = readEmbed(written)
      if (typeof read === 'string') problems.push(read)
      else if (read.type !== 'count' && alone === undefined) problems.push(`${whole} 要单独一行`)
      else if (read.type === 'list' || read.type === 'count') lists += 1
    }
  }
  if (lists > maxLists) problems.push(`列表和数量最多 ${maxLists} 个，现在有 ${lists} 个`)
  return problems
}

/**
 * A stored text as HTML for pages, with its embeds in their places; those that `resolved` has not are left out. `parts`
 * is absent when nothing is embedded.
 */
export function textWithEmbeds(
  stored: string,
  options: ShownOptions,
  resolved: ResolvedEmbeds,
): { body: string; parts?: Part[] } {
  const tree = shownTree(stored, options)
  if (!stored.includes('{{')) return { body: htmlOf(tree) }
  const parts: Part[] = []
  const texts: RootContent[] = []
  let block: RootContent[] = []
  const endBlock = () => {
    if (block.length > 0) parts.push({ html: htmlOf({ type: 'root', children: block }) })
    block = []
  }
  for (const child of tree.children) {
    const alone = writtenAlone(child)
    const embed = alone === undefined ? undefined : resolved.get(alone)
    if (typeof embed === 'object') {
      endBlock()
      parts.push({ embed })
    } else if (alone === undefined || embed !== undefined) {
      if (child.type === 'element') writeNumbers(child, resolved)
      block.push(child)
      texts.push(child)
    }
  }
  endBlock()
  const body = htmlOf({ type: 'root', children: texts })
  return parts.some((part) => 'embed' in part) ? { body, parts } : { body }
}

/** Writes the numbers into the texts of a tree; an embed that is not known is left out. */
function writeNumbers(tree: Parents, resolved: ResolvedEmbeds): void {
  for (const child of tree.children) {
    if (child.type === 'element') writeNumbers(child, resolved)
    if (child.type !== 'text') continue
    child.value = child.value.replace(embedPattern, (_, written: string) => {
      const found = resolved.get(written)
      return typeof found === 'number' ? String(found) : ''
    })
  }
}
