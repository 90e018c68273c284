import type { z } from 'zod'
import type { articlePart, Embed } from '#server/contract/articles/embeds.ts'
import { shownTree, type ShownOptions } from '../texts/shown-html.ts'
import { htmlOf, textContentOf, type Parents, type Root, type RootContent } from '../texts/tree.ts'
import { embedPattern, readEmbed, type EmbedRequest } from './read-embed.ts'

/** What an embed became, by what the author wrote between the braces: an embed, or a number in the text. */
export type ResolvedEmbeds = ReadonlyMap<string, Embed | number>

type Part = z.output<typeof articlePart>

/** Most embeds of one text. */
const maxEmbeds = 30
/** Most lists and numbers of them: each is counted over all schools of a city. */
const maxLists = 4
/** Most faults that are said: whoever mends them sees the others then. */
const maxProblems = 10

const wholeEmbed = new RegExp(`^\\s*${embedPattern.source}\\s*$`, 'u')

/** What the author wrote between the braces of a paragraph that is nothing else. */
function writtenAlone(block: RootContent): string | undefined {
  if (block.type !== 'element' || block.tagName !== 'p') return undefined
  return wholeEmbed.exec(textContentOf(block))?.[1]
}

/** A stored text as a tree for pages, with what it asks to embed by what is written between the braces. */
export type EmbeddingText = {
  tree: Root
  /** Whether it may hold embeds, readable or not. */
  hasBraces: boolean
  /** The readable embeds; those beyond the bounds are left out, however the text came into the database. */
  requests: ReadonlyMap<string, EmbedRequest>
  /** What is wrong with the embeds, in Chinese; ids are not looked up. */
  problems: readonly string[]
}

/** Reads a stored text for pages, once for its HTML, its embeds and their faults. */
export function readEmbeddingText(stored: string, options: ShownOptions = {}): EmbeddingText {
  const tree = shownTree(stored, options)
  const hasBraces = stored.includes('{{')
  const requests = new Map<string, EmbedRequest>()
  const problems: string[] = []
  let [embeds, lists] = [0, 0]
  let firstBeyond: string | undefined
  for (const block of hasBraces ? tree.children : []) {
    if (block.type !== 'element' && block.type !== 'text') continue
    const alone = writtenAlone(block)
    for (const [whole, written = ''] of textContentOf(block).matchAll(embedPattern)) {
      embeds += 1
      if (embeds > maxEmbeds) {
        firstBeyond ??= whole
        continue
      }
      const read = readEmbed(written)
      if (typeof read === 'string') {
        problems.push(read)
        continue
      }
      if (read.type !== 'count' && alone === undefined) {
        problems.push(`${whole} 要单独一行`)
        continue
      }
      const isList = read.type === 'list' || read.type === 'count'
      if (isList) lists += 1
      if (!isList || lists <= maxLists) requests.set(written, read)
    }
  }
  if (lists > maxLists) problems.push(`列表和数量最多 ${maxLists} 个，现在有 ${lists} 个`)
  if (firstBeyond !== undefined)
    problems.unshift(
      `嵌入最多 ${maxEmbeds} 个，现在有 ${embeds} 个：第 ${maxEmbeds + 1} 个是 ${firstBeyond}，从它起请删去或分成几篇`,
    )
  return { tree, hasBraces, requests, problems: problems.slice(0, maxProblems) }
}

/**
 * A text as HTML for pages, with its embeds in their places; those that `resolved` has not are left out. `parts` is absent
 * when nothing is embedded. Changes the tree.
 */
export function textWithEmbeds(
  { tree, hasBraces }: EmbeddingText,
  resolved: ResolvedEmbeds,
): { body: string; parts?: Part[] } {
  if (!hasBraces) return { body: htmlOf(tree) }
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
