import { codes } from '#server/contract/codes.ts'
import { getOperations } from '#server/contract/staff/operations.ts'
import { ApiError } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serveStaff } from './serve-staff.ts'

/** The endpoint of the site's state. */
export function staffOperationEndpoints({ operations }: ApiDependencies) {
  return [
    serveStaff(getOperations, () => {
      if (operations === undefined) throw new ApiError(codes.notNow)
      return operations()
    }),
  ]
}
