import type { IncomingMessage } from 'node:http'
import { clientIpOf, type TrustOptions } from './client-address.ts'
import type { ClientNetworks } from '../network/client-shares.ts'
import { isLarge, isUpload, unsupportedType, type Refusal } from './guard.ts'
import { unavailable } from './refusal.ts'
import { createBodyReader, type BodyReader, type ReceivedBody } from './request-body.ts'
import type { StaffArea } from './staff-area.ts'

/** What a body's limits depend on. */
export type BodyReceiverOptions = TrustOptions & {
  /** The networks by which limits count a request's client; absent: nobody is limited. */
  clientOf?: (incoming: IncomingMessage) => ClientNetworks
  /** Receives bodies (with the default limits when left out). */
  readBody?: BodyReader
  /** The staff area; absent: its addresses are unknown ones. */
  staff?: StaffArea | undefined
}

/** Uploads of staff, of up to 20 MB each: few at once. Their time is that of any request (http-server.ts). */
const uploadLimits = { deadlineMs: 15_000, total: 8, perClient: 4 }
/** Length of a form that is received although its session is over. */
const lateFormLimit = 1024 * 1024
const unknownAddress: Refusal = { status: 404, message: '页面不存在' }
const uploadRefused: Refusal = { status: 403, message: '登录已结束，请重新登录后再上传' }

/** Receives the bodies of POST requests: usual forms, and uploads and large calls of members of staff who are logged in. */
export function createBodyReceiver(
  options: BodyReceiverOptions,
): (incoming: IncomingMessage) => Promise<ReceivedBody> {
  const readBody = options.readBody ?? createBodyReader()
  const readUpload = createBodyReader(uploadLimits)
  const readLateForm = createBodyReader(uploadLimits)
  return async (incoming) => {
    const client = options.clientOf?.(incoming) ?? []
    if (!isUpload(incoming) && !isLarge(incoming)) return readBody(incoming, client)
    try {
      const isLoggedIn = await options.staff?.acceptsUpload(incoming, clientIpOf(incoming, options))
      if (isLoggedIn === undefined) return isUpload(incoming) ? unsupportedType : unknownAddress
      if (incoming.destroyed) return 'gone'
      if (isLoggedIn) return await readUpload(incoming, client)
      // Long texts: their page logs in and sends them again.
      const isShort = Number(incoming.headers['content-length']) <= lateFormLimit
      return isShort ? await readLateForm(incoming, client) : uploadRefused
    } catch {
      return unavailable
    }
  }
}
