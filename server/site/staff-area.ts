import type { IncomingMessage } from 'node:http'
import { getStaffArea } from '../contract/staff/login.ts'
import { getStaffMe } from '../contract/staff/sessions.ts'
import { staffTokenHeader } from '../contract/staff/staff-endpoint.ts'
import { staffPrefix } from '../contract/staff/staff-paths.ts'
import type { RenderDocument } from './documents.ts'
import { createDraftPages, type RenderOver } from './draft-pages.ts'
import { isStaffCall, isToken, staffTokenOf, staffTokenOfCall } from './staff-requests.ts'
import { fileNotFound, type StaticFiles } from './static-files.ts'
import { redirectToSlash } from './trailing-slash.ts'

/** The staff area's own build: documents, and files of the browser. */
export type StaffBuild = { pages: RenderDocument; files: StaticFiles }

/** The staff area, as the edge dispatches to it. */
export type StaffArea = {
  /** Answers a request under `/staff/`; undefined while the area is off or closed to the client's network. */
  answer: (request: Request, clientAddress: string | undefined) => Promise<Response | undefined>
  /**
   * Whether the sender of files, or of a large call, has a working session: bodies of others are not received. Undefined
   * while the area is off or closed to the client's network.
   */
  acceptsUpload: (
    incoming: IncomingMessage,
    clientAddress: string | undefined,
  ) => Promise<boolean | undefined>
}

type Options = {
  fetchApi: (request: Request, clientAddress: string | undefined) => Promise<Response>
  /** Loads the build, at the first request that it answers. */
  load: () => Promise<StaffBuild>
  /** Renders visitors' pages, for previews. */
  renderOver: RenderOver
}

/** Placeholder origin of calls of the API, of which path and headers are used. */
const apiOrigin = 'http://api.internal'

/** Headers of everything under `/staff/`: never cached, never indexed, its addresses given to nobody. */
const privateHeaders = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'same-origin',
}

/** Makes the staff area. Its build is loaded once; a failed load is tried again by the next request. */
export function createStaffArea({ fetchApi, load, renderOver }: Options): StaffArea {
  const draftPage = createDraftPages({ fetchApi, renderOver })
  let loading: Promise<StaffBuild> | undefined
  const loaded = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  /** Status of a call. Throws when the API cannot answer, which says nothing about the area. */
  const ask = async (path: string, address: string | undefined, headers: Record<string, string> = {}) => {
    const response = await fetchApi(new Request(apiOrigin + path, { headers }), address)
    await response.body?.cancel()
    if (response.status >= 500 || response.status === 429) throw new Error('the API is unavailable')
    return response.status
  }
  return {
    async answer(request, address) {
      if ((await ask(getStaffArea.path, address)) !== 200) return undefined
      const { pages, files } = await loaded()
      const { pathname } = new URL(request.url)
      const below = pathname.slice(staffPrefix.length - 1)
      if (below.startsWith('/assets/')) {
        return withHeaders(files.answer(request, below) ?? fileNotFound(), {
          'x-robots-tag': privateHeaders['x-robots-tag'],
        })
      }
      const answer =
        redirectToSlash(request) ?? (await draftPage(request, address)) ?? (await pages(request, address))
      return withHeaders(answer, privateHeaders)
    },
    async acceptsUpload(incoming, address) {
      const token = (isStaffCall(incoming) ? staffTokenOfCall(incoming) : staffTokenOf(incoming)) ?? ''
      if (!isToken.test(token)) return false
      const status = await ask(getStaffMe.path, address, { [staffTokenHeader]: token })
      return status === 404 ? undefined : status === 200
    },
  }
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}
