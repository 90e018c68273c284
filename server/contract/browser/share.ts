import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** The WeChat share configuration for one of the site's own addresses; 1503 while no account is configured. */
export const getJssdk = endpoint({
  method: 'GET',
  path: '/api/jssdk',
  summary: '微信分享签名',
  input: z.object({
    url: z
      .string()
      .max(2000, '地址太长')
      // The text itself is signed, so it must be what it is read as: nothing in it that a parser takes away.
      .refine((text) => !/[\s\\\p{Cc}]/u.test(text) && URL.canParse(text), '地址不正确'),
  }),
  data: z.object({ appId: z.string(), timestamp: z.int(), nonceStr: z.string(), signature: z.string() }),
})
