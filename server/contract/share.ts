import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The WeChat share configuration for one of the site's own addresses; 1503 while no account is configured. */
export const getJssdk = endpoint({
  method: 'GET',
  path: '/api/jssdk',
  summary: '微信分享签名',
  input: z.object({ url: z.url('地址不正确').max(2000, '地址太长') }),
  data: z.object({ appId: z.string(), timestamp: z.int(), nonceStr: z.string(), signature: z.string() }),
})
