import type { City } from '#server/contract/cities.ts'
import type { Caller } from '#app/load-context.ts'
import { cityOfPosition, currentCity } from './current-city.ts'
import { cookiesOf, isPrefetch, oneYear, setCookie } from '#app/cookies.server.ts'

/** The city a visitor has chosen, or undefined without a readable `position` cookie. */
export function chosenCity(request: Request): City | undefined {
  const value = positionOf(request)
  return value === undefined ? undefined : cityOfPosition(value)
}

function positionOf(request: Request): string | undefined {
  return cookiesOf(request)['position']
}

/** The current city: the address's, else the chosen one, else Shenzhen. */
export function cityOf(request: Request): City {
  return currentCity(new URL(request.url).pathname, positionOf(request))
}

/** Headers that keep a city in the `position` cookie; empty when it is kept already or for a prefetch. */
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
