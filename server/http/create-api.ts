import { ApiError } from './api-error.ts'
import type { ApiDependencies } from './dependencies.ts'
import { allEndpoints } from './endpoints.ts'
import { mountEndpoints, type Api } from './mount-endpoints.ts'
import type { ServedEndpoint } from './serve.ts'

export type { Api, ApiDependencies }

/** Makes the API of all the product's calls. */
export function createApi(dependencies: ApiDependencies): Api {
  return mountEndpoints(readingFromReplicas(allEndpoints(dependencies), dependencies), dependencies)
}

/**
 * Public content is read from a usable replica; whatever is about the asker, and all writing, goes to the primary, so
 * that everybody reads what they just wrote. What a replica fails at, or does not find, the primary answers.
 */
function readingFromReplicas(endpoints: ServedEndpoint[], dependencies: ApiDependencies): ServedEndpoint[] {
  const { replicas } = dependencies
  if (replicas === undefined) return endpoints
  const copies = new Map(
    replicas.databases.map((database) => [database, allEndpoints({ ...dependencies, database })]),
  )
  return endpoints.map((served, index) => {
    if (!served.isPublic) return served
    const answer: ServedEndpoint['answer'] = async (asked) => {
      const replica = replicas.pick()
      const copy = replica && copies.get(replica)?.[index]
      if (replica === undefined || copy === undefined) return served.answer(asked)
      try {
        return await copy.answer(asked)
      } catch (error) {
        if (!(error instanceof ApiError)) replicas.eject(replica, error)
        else if (error.status !== 404) throw error
        return served.answer(asked)
      }
    }
    return { ...served, answer }
  })
}
