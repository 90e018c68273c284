import type { MetaArgs, MetaDescriptor } from '@remix-run/node'
import { isRouteErrorResponse } from '@remix-run/react'
import { withErrorTitle } from '#app/forms/error-title.ts'

import { isFactorAsked } from '../access/factor-asked.ts'

const areaName = '员工后台'

/** Meta of a page: `成员 | 员工后台`, with 错误： in front while it shows a refused form, or refused filters. */
export function staffMeta(
  title: string,
  { matches, data }: Pick<MetaArgs, 'matches'> & { data?: unknown },
): MetaDescriptor[] {
  return withErrorTitle([{ title: `${title} | ${areaName}` }], matches, hasProblem(data))
}

function hasProblem(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'problem' in data && data.problem !== undefined
}

/** Heading of an error page by its status. */
export function errorHeading(error: unknown): string {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (isRouteErrorResponse(error) && isFactorAsked(error.data)) return '再输入一次动态码'
  if (status === 401) return '登录已结束'
  if (status === 403) return '没有这项权限'
  return status === 404 ? '没有这个页面' : '页面出错了'
}

/** Meta of the nearest error page; empty without an error. */
export function errorMeta({ error }: Pick<MetaArgs, 'error'>): MetaDescriptor[] {
  return error ? [{ title: `${errorHeading(error)} | ${areaName}` }] : []
}
