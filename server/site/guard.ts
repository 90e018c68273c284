import type { IncomingMessage } from 'node:http'
import { readTarget, wordsOfTarget } from './read-target.ts'

/** Refusal of a request: status and a line for the visitor. */
export type Refusal = {
  status: number
  message: string
  headers?: Record<string, string>
  /** `data` of the API's answer. */
  data?: object
}

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS'])
const maximumTarget = 2048
const maximumSegments = 12
const bodyLimit = 64 * 1024
const uploadLimit = 20 * 1024 * 1024
/** Long texts in a call. */
const callLimit = 1_000_000
const formTypes = new Set(['application/x-www-form-urlencoded', 'application/json'])
const uploadType = 'multipart/form-data'

/** 415 for a body that is no form. */
export const unsupportedType: Refusal = { status: 415, message: '不支持的内容类型' }

/** Options of the request guard. */
export type GuardOptions = {
  /** Allowed host names, compared without port. */
  hosts: ReadonlySet<string>
  /** The site's own origin: forms for its host come from there, by its scheme. */
  publicOrigin?: string | undefined
  /** Whether a request may bring files (`multipart/form-data` of up to 20 MB); absent: none may. */
  mayBringFiles?: ((request: IncomingMessage) => boolean) | undefined
  /** Whether a call may bring long texts; absent: none may. */
  mayBeLarge?: ((request: IncomingMessage) => boolean) | undefined
}

/** Whether the body of a request that the guard let pass is a form with files. */
export function isUpload(request: IncomingMessage): boolean {
  return contentTypeOf(request) === uploadType
}

/** Whether the body of a request that the guard let pass is longer than that of a usual form. */
export function isLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) > bodyLimit
}

function contentTypeOf({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** Host name of a Host header without port, in lower case; undefined for an invalid one. */
function hostName(header: string | undefined): string | undefined {
  const match = /^([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.exec(header ?? '')
  return match?.[1]?.toLowerCase()
}

/**
 * Request guard, before everything else: validates method, target, host, origin and body. Stock adapters answer 500, or
 * hang, on what is refused here. Returns the refusal, or undefined for a valid request.
 */
export function guard(request: IncomingMessage, options: GuardOptions): Refusal | undefined {
  return (
    guardMethod(request) ??
    guardTarget(request) ??
    guardHost(request, options) ??
    guardOrigin(request, options) ??
    guardBody(request, options)
  )
}

function guardMethod({ method = '' }: IncomingMessage): Refusal | undefined {
  if (methods.has(method)) return undefined
  return { status: 405, message: '不支持的请求方法', headers: { allow: 'GET, HEAD, POST, OPTIONS' } }
}

function guardTarget(request: IncomingMessage): Refusal | undefined {
  const target = request.url ?? ''
  if (!target.startsWith('/')) return { status: 400, message: '地址不正确' }
  if (target.length > maximumTarget) return standIn(request) ?? { status: 414, message: '地址太长' }
  const read = isPage(request) ? readTarget(target) : target
  if (read === undefined) return standIn(request)
  const [path = ''] = read.split('?', 1)
  if (path.split('/').length - 1 > maximumSegments) return { status: 404, message: '页面不存在' }
  const decoded = decode(path)
  const isHostile = (text: string) => /[\p{Cc}\\]/u.test(text) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(text)
  if (decoded === undefined || isHostile(decoded)) return { status: 400, message: '地址不正确' }
  if (path.includes('//') && !isPage(request)) return { status: 400, message: '地址不正确' }
  const location = path.replaceAll(/\/{2,}/g, '/') + read.slice(path.length)
  if (location === target) return undefined
  return { status: 301, message: '地址已更正', headers: { location } }
}

/** Whether a request is for a page, whose address may be corrected. */
function isPage({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(?:\/|api\/|media\/|assets\/|staff\/)/.test(url)
}

/** Leads from a page's address that cannot be read to the page that says so, with the words of it to search for. */
function standIn(request: IncomingMessage): Refusal | undefined {
  if (!isPage(request)) return undefined
  const words = wordsOfTarget(request.url ?? '')
  const query = words === '' ? '' : `?q=${encodeURIComponent(words)}`
  return { status: 302, message: '地址不正确', headers: { location: `/404/${query}` } }
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

function guardHost(request: IncomingMessage, { hosts }: GuardOptions): Refusal | undefined {
  const name = hostName(request.headers.host)
  // Node uses the first of several Host headers, a proxy may use the last.
  const isOne = request.rawHeaders.filter((each, at) => at % 2 === 0 && /^host$/i.test(each)).length === 1
  if (name === undefined || !isOne) return { status: 400, message: '请求不正确' }
  const probe = request.url === '/healthz' || request.url === '/readyz'
  return hosts.has(name) || probe ? undefined : { status: 421, message: '这里没有这个网站' }
}

/** Cross-site request check: a POST must come from this site, by Sec-Fetch-Site where it is sent, else by Origin. */
function guardOrigin(request: IncomingMessage, { publicOrigin }: GuardOptions): Refusal | undefined {
  if (request.method !== 'POST') return undefined
  const refusal = { status: 403, message: '请求来源不正确' }
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return refusal
  const { origin } = request.headers
  if (origin === undefined) return undefined
  const from = URL.canParse(origin) ? new URL(origin) : undefined
  if (from === undefined || from.host !== request.headers.host?.toLowerCase()) return refusal
  // Behind a proxy only the configuration knows the scheme by which the site is reached.
  const own = publicOrigin === undefined ? undefined : new URL(publicOrigin)
  const schemes = own?.host === from.host ? [own.protocol] : ['http:', 'https:']
  return schemes.includes(from.protocol) ? undefined : refusal
}

function guardBody(
  request: IncomingMessage,
  { mayBringFiles, mayBeLarge }: GuardOptions,
): Refusal | undefined {
  const { 'content-length': length, 'transfer-encoding': transfer } = request.headers
  const hasBody = transfer !== undefined || (length !== undefined && length !== '0')
  if (!hasBody) return undefined
  if (request.method !== 'POST') return { status: 400, message: '这个请求不能带内容' }
  if (transfer !== undefined) return { status: 411, message: '请求缺少长度' }
  const bringsFiles = isUpload(request) && mayBringFiles?.(request) === true
  const limit = bringsFiles ? uploadLimit : mayBeLarge?.(request) === true ? callLimit : bodyLimit
  if (Number(length) > limit) return { status: 413, message: '内容太长' }
  const encoded = request.headers['content-encoding']
  const isForm = bringsFiles || formTypes.has(contentTypeOf(request))
  if (!isForm || (encoded !== undefined && encoded !== 'identity')) {
    return unsupportedType
  }
  return undefined
}
