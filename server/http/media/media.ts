import type { Logger } from 'pino'
import { codes } from '#server/contract/codes.ts'
import { describeFailure } from '#server/db/failure.ts'
import type { Renditions } from '#server/services/media/images/renditions.ts'
import { isCircuitOpen } from '#server/services/upstream.ts'
import { ApiError, notFound } from '../api-error.ts'
import { cachedImageResponse, imageResponse } from './image-responses.ts'
import { refusalResponse } from '../respond.ts'

/** Serves the site's pictures under `/media/images/`. */
export type Media = {
  answer: (request: Request) => Promise<Response>
  /** The response when no picture has to be encoded for it; undefined for every other request. */
  cached: (request: Request) => Promise<Response | undefined>
}

/** Creates the picture server. */
export function createMedia({
  renditions,
  log,
}: {
  renditions: Renditions
  log: Pick<Logger, 'warn'>
}): Media {
  return {
    async answer(request) {
      const image = await imageResponse(request, renditions).catch((error: unknown) => {
        if (!isCircuitOpen(error))
          log.warn({ failure: describeFailure(error) }, 'a picture could not be read')
        return refusalResponse(new ApiError(codes.notNow, { headers: { 'retry-after': '5' } }))
      })
      return image ?? refusalResponse(notFound())
    },
    cached: (request) => cachedImageResponse(request, renditions),
  }
}
