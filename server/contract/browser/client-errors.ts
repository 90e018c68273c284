import { z } from 'zod'
import { codes } from '../codes.ts'
import { endpoint } from '../endpoint.ts'

/** Logs an error of a page's scripts for the operator; contains no data of the visitor. */
export const reportClientError = endpoint({
  method: 'POST',
  path: '/api/client-errors',
  summary: '上报浏览器错误',
  refusals: [codes.tooMany],
  input: z.object({
    message: z.string('缺少错误信息').min(1, '缺少错误信息').max(500, '错误信息太长'),
    path: z
      .string('缺少页面地址')
      .regex(/^\/[^?#]*$/, '页面地址不正确')
      .max(500, '页面地址太长'),
    build: z.string('缺少版本').regex(/^[\w.-]{0,64}$/, '版本不正确'),
  }),
  data: z.object({}),
})
