import { codes } from '#server/contract/codes.ts'
import { getJssdk } from '#server/contract/share.ts'
import { ApiError, invalidFields } from './api-error.ts'
import type { ApiDependencies } from './dependencies.ts'
import { serve } from './serve.ts'

/** The WeChat share configuration. */
export function shareEndpoints({ publicOrigin }: ApiDependencies) {
  return [
    serve(
      getJssdk,
      async ({ input, request }) => {
        const own = publicOrigin ?? new URL(request.url).origin
        if (new URL(input.url).origin !== own) throw invalidFields({ url: '只能为本站地址签名' })
        throw new ApiError(codes.notNow, { message: '微信分享尚未配置' })
      },
      { keepForMs: 0 },
    ),
  ]
}
