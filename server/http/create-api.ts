import { ApiError } from './api-error.ts'
import type { ApiDependencies } from './dependencies.ts'
import { allEndpoints } from './endpoints.ts'
import { mountEndpoints } from './mount-endpoints.ts'
import type { Api } from './mount-routes.ts'
import type { ServedEndpoint } from './serve.ts'
import { mountStaff } from './staff/mount-staff.ts'

export type { Api, ApiDependencies }

/** Creates the API with all its endpoints, those for staff included. */
export function createApi(dependencies: ApiDependencies): Api {
  const api = mountEndpoints(readingFromReplicas(allEndpoints(dependencies), dependencies), dependencies)
  mountStaff(api, dependencies)
  return api
}

/**
 * Reads public content from an available replica. Personal data and writes go to the primary, so that visitors read
 * their own writes. When a replica fails or finds nothing, the primary answers.
 */
function readingFromReplicas(endpoints: ServedEndpoint[], dependencies: ApiDependencies): ServedEndpoint[] {
  const { replicas } = dependencies
  if (replicas === undefined) return endpoints
  const replicaEndpoints = new Map(
    replicas.databases.map((database) => [database, allEndpoints({ ...dependencies, database })]),
  )
  return endpoints.map((served, index) => {
    if (!served.isPublic) return served
    const answer: ServedEndpoint['answer'] = async (asked) => {
      const replica = replicas.pick()
      const replicaEndpoint = replica && replicaEndpoints.get(replica)?.[index]
      if (replica === undefined || replicaEndpoint === undefined) return served.answer(asked)
      try {
        return await replicaEndpoint.answer(asked)
      } catch (error) {
        if (!(error instanceof ApiError)) replicas.eject(replica, error)
        else if (error.status !== 404) throw error
        return served.answer(asked)
      }
    }
    return { ...served, answer }
  })
}
