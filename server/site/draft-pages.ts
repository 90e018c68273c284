import { parseCookie } from 'cookie'
import { previewDraft } from '../contract/staff/draft-preview.ts'
import { staffTokenHeader } from '../contract/staff/staff-endpoint.ts'
import { getStaffMe } from '../contract/staff/sessions.ts'
import { draftPagePath, staffTokenIn } from '../contract/staff/staff-paths.ts'
import { isToken } from './staff-requests.ts'

type FetchApi = (request: Request, clientAddress: string | undefined) => Promise<Response>

/** Renders a visitors' page whole over an API. */
export type RenderOver = (request: Request, fetchApi: FetchApi) => Promise<Response>

type Options = { fetchApi: FetchApi; renderOver: RenderOver }

/** How long a call waits for others of its page, in ms: each batch is an import of its own. */
const batchMs = 10
const maxBatch = 40

/**
 * A preview shows; nothing in it acts. Its links open the present site in other tabs, which is why they may leave the
 * sandbox.
 */
const policy = [
  "default-src 'self'",
  "script-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ')

/**
 * Makes the pages of drafts: `/staff/drafts/{id}/page/?path=…` is the visitors' page at `path`, rendered without scripts
 * over the API's answers as of the draft; 404 where the site answers with anything but a page. Undefined for other addresses.
 */
export function createDraftPages({ fetchApi, renderOver }: Options) {
  return async (request: Request, address: string | undefined): Promise<Response | undefined> => {
    const { pathname, searchParams, origin } = new URL(request.url)
    const id = draftPagePath.exec(pathname)?.[1]
    if (id === undefined) return undefined
    const page = pageIn(searchParams.get('path') ?? '', origin)
    if (page === undefined || request.method !== 'GET') return undefined
    const token = staffTokenIn(parseCookie(request.headers.get('cookie') ?? '')) ?? ''
    // A page that makes no call of the API would be rendered for anybody.
    const member = await fetchApi(memberCall(isToken.test(token) ? token : ''), address)
    const answer = await member.text()
    if (!member.ok) return refused({ status: member.status, message: messageOf(answer) })
    let refusal: Refusal | undefined
    const send = async (calls: string[]) => {
      const response = await fetchApi(previewCall({ id, token, origin, calls }), address)
      const text = await response.text()
      if (!response.ok) {
        refusal = { status: response.status, message: messageOf(text) }
        throw new Error('the preview was refused')
      }
      const { data } = JSON.parse(text)
      return previewDraft.data.parse(data).answers
    }
    const rendered = await renderOver(new Request(page), batched(send)).catch(() => undefined)
    if (refusal !== undefined || rendered === undefined) return refused(refusal)
    // Whatever else an address answers with may hold what its query says, and is no HTML.
    if (!isPage(rendered)) return refused({ status: 404, message: '这个地址不是网页' })
    const headers = new Headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
    })
    const html = await rendered.text()
    return new Response(html.replace('<head>', '<head><base target="_blank">'), {
      status: rendered.status,
      headers,
    })
  }
}

/** The address of a page of this site; undefined for any other. */
function pageIn(path: string, origin: string): URL | undefined {
  if (!path.startsWith('/') || !URL.canParse(path, origin)) return undefined
  const url = new URL(path, origin)
  return url.origin === origin && !/^\/(?:staff|api|media)\//.test(url.pathname) ? url : undefined
}

function memberCall(token: string): Request {
  return new Request(`http://api.internal${getStaffMe.path}`, { headers: { [staffTokenHeader]: token } })
}

type Call = { id: string; token: string; origin: string; calls: string[] }

function previewCall({ id, token, origin, calls }: Call): Request {
  return new Request(new URL(previewDraft.path.replace('{id}', id), origin), {
    method: previewDraft.method,
    headers: { 'content-type': 'application/json', [staffTokenHeader]: token },
    body: JSON.stringify({ calls }),
  })
}

function isPage({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}

type Refusal = { status: number; message: string }
const later = '请过一会儿再试'

function messageOf(text: string): string {
  const { message }: { message?: unknown } = JSON.parse(text)
  return typeof message === 'string' ? message : later
}

function refused({ status, message }: Refusal = { status: 503, message: later }): Response {
  return new Response(`不能预览：${message}`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': policy },
  })
}

type Waiting = {
  path: string
  resolve: (response: Response) => void
  reject: (error: unknown) => void
}

/** Sends calls that are made at about the same time together. */
function batched(send: (calls: string[]) => Promise<{ status: number; text: string }[]>): FetchApi {
  let waiting: Waiting[] = []
  let sending = Promise.resolve()
  const flush = () => {
    const batch = waiting.splice(0, maxBatch)
    if (waiting.length > 0) setTimeout(flush)
    sending = sending.then(() => answerBatch(batch, send))
  }
  return (call) =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(call.url)
      if (waiting.length === 0) setTimeout(flush, batchMs)
      waiting = [...waiting, { path: pathname + search, resolve, reject }]
    })
}

async function answerBatch(
  batch: readonly Waiting[],
  send: (calls: string[]) => Promise<{ status: number; text: string }[]>,
): Promise<void> {
  try {
    const answers = await send(batch.map(({ path }) => path))
    for (const [at, { resolve, reject }] of batch.entries()) {
      const answer = answers[at]
      if (answer === undefined) reject(new Error('the preview answered fewer calls'))
      else
        resolve(
          new Response(answer.text, {
            status: answer.status,
            headers: { 'content-type': 'application/json; charset=utf-8' },
          }),
        )
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
