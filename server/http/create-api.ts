import type { ApiDependencies } from './dependencies.ts'
import { allEndpoints } from './endpoints.ts'
import { mountEndpoints, type Api } from './mount-endpoints.ts'

export type { Api, ApiDependencies }

/** Makes the API of all the product's calls. */
export function createApi(dependencies: ApiDependencies): Api {
  return mountEndpoints(allEndpoints(dependencies), dependencies)
}
