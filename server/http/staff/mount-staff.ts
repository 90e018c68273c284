import { codes, type Code } from '#server/contract/codes.ts'
import { hasRight } from '#server/contract/staff/roles.ts'
import {
  askedForFactor,
  freshFactorMs,
  staffTokenHeader,
  type StaffEndpoint,
} from '#server/contract/staff/staff-endpoint.ts'
import { inSpan } from '#server/logging/tracing.ts'
import { isStaffAreaOpen } from '#server/services/staff/staff-area.ts'
import { readStaff, type Staff } from '#server/services/staff/read-staff.ts'
import { ApiError, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { logRefusal } from '../log-refusal.ts'
import { addressOf, mountRoutes, type Api } from '../mount-routes.ts'
import { refusalOf } from '../refusal-of.ts'
import { refusalResponse } from '../respond.ts'
import { staffEndpoints } from './endpoints.ts'

/**
 * Adds the endpoints for staff under `/api/staff`, which the OpenAPI document does not describe. While the area is off,
 * and to clients of other networks, every path under it is unknown.
 */
export function mountStaff(app: Api, dependencies: ApiDependencies): void {
  const { database, log, now, staffNetworks } = dependencies
  const { db } = database

  app.use('/api/staff/*', async (c, next) => {
    const request = c.req.raw
    try {
      const open = await isStaffAreaOpen(db, { address: addressOf(c.env), networks: staffNetworks })
      if (!open) return refusalResponse(notFound())
    } catch (error) {
      return refusalResponse(refusalOf(error, { request, route: '/api/staff/*', log }))
    }
    return next()
  })

  mountRoutes(app, staffEndpoints(dependencies), async (served, { request, path, address }) => {
    const { endpoint } = served
    try {
      const authorise = () => authoriseStaff(endpoint, { request, address })
      return await inSpan(`call ${endpoint.method} ${endpoint.path}`, {}, () =>
        served.answer({ request, path, address, authorise }),
      )
    } catch (error) {
      const refusal = refusalOf(error, { request, route: endpoint.path, log })
      logRefusal(refusal, { request, endpoint, log })
      return refusalResponse(refusal)
    }
  })

  async function authoriseStaff(
    { right, freshFactor }: StaffEndpoint,
    { request, address }: { request: Request; address: string | undefined },
  ): Promise<Staff> {
    const token = request.headers.get(staffTokenHeader) ?? ''
    if (token === '') throw new ApiError(codes.noToken)
    const staff = await readStaff(db, { token, address, now: now() })
    if (typeof staff === 'string') throw new ApiError(tokenCodes[staff])
    if (right !== 'any' && (right === 'none' || !hasRight(staff.role, right)))
      throw new ApiError(codes.forbidden)
    if (freshFactor === true && !hasFreshFactor(staff))
      throw new ApiError(codes.forbidden, { message: '请再输入一次动态码', data: askedForFactor })
    return staff
  }

  function hasFreshFactor({ factorAt }: Staff): boolean {
    return factorAt !== null && now().getTime() - factorAt.getTime() <= freshFactorMs
  }
}

const tokenCodes = {
  unknown: codes.unknownToken,
  expired: codes.tokenExpired,
  ended: codes.tokenRevoked,
} as const satisfies Record<string, Code>
