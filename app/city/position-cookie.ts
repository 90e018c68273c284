import type { City } from '#server/contract/cities.ts'
import type { Caller } from '#app/load-context.ts'
import { cityOfPosition, currentCity } from './current-city.ts'
import { cookiesOf, isPrefetch, oneYear, setCookie } from '#app/cookies.server.ts'

/** The city of the `position` cookie; undefined without a readable one. */
export function chosenCity(request: Request): City | undefined {
  const value = positionOf(request)
  return value === undefined ? undefined : cityOfPosition(value)
}

function positionOf(request: Request): string | undefined {
  return cookiesOf(request)['position']
}

/** The current city of a request: that of its path, else the chosen one, else Shenzhen. */
export function cityOf(request: Request): City {
  return currentCity(new URL(request.url).pathname, positionOf(request))
}

/** Headers that store a city in the `position` cookie; empty when it is stored already, and for a prefetch. */
export function storeCityHeaders(caller: Caller, city: City): Headers {
  const { request } = caller
  const headers = new Headers()
  if (chosenCity(request)?.code === city.code || isPrefetch(request)) return headers
  headers.append(
    'set-cookie',
    setCookie(caller, {
      name: 'position',
      value: JSON.stringify({ area_code: city.code, area_name: city.name }),
      maxAge: oneYear,
      httpOnly: false,
    }),
  )
  return headers
}
