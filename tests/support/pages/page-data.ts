import { JSDOM } from 'jsdom'
import { siteUrl } from '../site/site-url.ts'

/** A node of JSON-LD. */
export type LinkedNode = Record<string, unknown>

/** A page as search engines read it. */
export type ReadPage = {
  status: number
  html: string
  document: Document
  /** Nodes of schema.org. */
  graph: LinkedNode[]
  /** Baidu's dates. */
  dates: LinkedNode[]
}

/** Reads a page and its structured data. */
export async function readPage(path: string): Promise<ReadPage> {
  const response = await fetch(siteUrl() + path, { redirect: 'manual' })
  const html = await response.text()
  const { document } = new JSDOM(html.replaceAll(/<style\b[^]*?<\/style>/g, '')).window
  const texts = [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
    JSON.parse(script.textContent),
  )
  const isSchema = (text: LinkedNode) => text['@context'] === 'https://schema.org'
  return {
    status: response.status,
    html,
    document,
    graph: texts.filter(isSchema).flatMap((text) => text['@graph']),
    dates: texts.filter((text) => !isSchema(text)),
  }
}

/** The nodes of one type, wherever they are in the graph. */
export function nodesOf(value: unknown, type: string): LinkedNode[] {
  if (Array.isArray(value)) return value.flatMap((each) => nodesOf(each, type))
  if (typeof value !== 'object' || value === null) return []
  const here = '@type' in value && [value['@type']].flat().includes(type) ? [{ ...value }] : []
  return [...here, ...Object.values(value).flatMap((each) => nodesOf(each, type))]
}

/** Content of a `meta` by name or property; undefined without one. */
export function metaOf(document: Document, name: string): string | undefined {
  const element = document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)
  return element?.getAttribute('content') ?? undefined
}
