import type { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import type { StaffRight } from './roles.ts'

/**
 * An endpoint for staff, which is not part of the public OpenAPI document. `right`: what its caller needs; `any`: a
 * staff session of any role; `none`: the calls of the login. Without a working token in the header `staff-token` it
 * answers 1100 to 1103, without the right 1403, and 1404 while the staff area is off or closed to the caller's network.
 */
export type StaffEndpoint<
  Input extends z.ZodObject = z.ZodObject,
  Data extends z.ZodType = z.ZodType,
> = Endpoint<Input, Data> & {
  path: `/api/staff/${string}`
  right: StaffRight | 'any' | 'none'
  /**
   * Whether it needs a second factor that was proven within `freshFactorMs` in the caller's session: without one it
   * answers 1403 with `data.factor` (`askedForFactor`).
   */
  freshFactor?: boolean
}

/** For how long a proven second factor counts for calls that need a fresh one, in ms. */
export const freshFactorMs = 10 * 60_000

/** The `data` of a refusal that asks for a fresh second factor. */
export const askedForFactor = { factor: 'stale' } as const

/** The request header with the token of a staff session. */
export const staffTokenHeader = 'staff-token'

/** Declares an endpoint for staff. */
export function staffEndpoint<Input extends z.ZodObject, Data extends z.ZodType>(
  definition: Omit<StaffEndpoint<Input, Data>, 'login' | 'device'>,
): StaffEndpoint<Input, Data> {
  return { login: 'none', device: 'none', ...definition }
}
