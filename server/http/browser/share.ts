import { codes } from '#server/contract/codes.ts'
import { getJssdk } from '#server/contract/browser/share.ts'
import { isCircuitOpen } from '#server/services/upstream.ts'
import { ApiError, invalidFields } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serve } from '../serve.ts'

type Own = { origin: string; allowedHosts: readonly string[] }

/** Endpoint of the WeChat JS-SDK configuration. */
export function shareEndpoints({ publicOrigin, allowedHosts = [], signAddress, log }: ApiDependencies) {
  return [
    serve(
      getJssdk,
      async ({ input, request }) => {
        const own = { origin: publicOrigin ?? new URL(request.url).origin, allowedHosts }
        if (!isOurs(input.url, own)) throw invalidFields({ url: '只能为本站地址签名' })
        if (signAddress === undefined) throw new ApiError(codes.notNow, { message: '微信分享尚未配置' })
        try {
          return await signAddress(input.url)
        } catch (error) {
          if (!isCircuitOpen(error)) log.warn({ err: error }, 'no ticket from WeChat')
          throw new ApiError(codes.notNow, { message: '微信分享暂时不可用' })
        }
      },
      { cacheMs: 0 },
    ),
  ]
}

function isOurs(address: string, { origin, allowedHosts }: Own): boolean {
  const { origin: named, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return named === origin || (named === `https://${hostname}` && allowedHosts.includes(hostname))
}
