import { parseCookie } from 'cookie'
import { z } from 'zod'
import { type City, cityOfCode, cityOfSlug, defaultCity } from '#server/contract/cities.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { setCookie } from '#app/visitor/set-cookie.server.ts'

type Caller = { context: AppLoadContext; request: Request }

const stored = z.object({ area_code: z.string() })
const oneYear = 365 * 24 * 60 * 60

/** The city of a `position` cookie's value: JSON of area_code and area_name, or a bare code or pinyin. */
export function cityOfPosition(value: string): City | undefined {
  const bare = cityOfCode(value) ?? cityOfSlug(value)
  if (bare) return bare
  try {
    const parsed = stored.safeParse(JSON.parse(value))
    return parsed.success ? cityOfCode(parsed.data.area_code) : undefined
  } catch {
    return undefined
  }
}

/** The city a visitor has chosen, or undefined without a readable `position` cookie. */
export function chosenCity(request: Request): City | undefined {
  const value = parseCookie(request.headers.get('cookie') ?? '').position
  return value === undefined ? undefined : cityOfPosition(value)
}

/** The city that a page's address names, in whichever segment; undefined when it names none. */
function cityOfAddress(request: Request): City | undefined {
  const segments = new URL(request.url).pathname.replace(/\.data$/, '').split('/')
  return segments.map(cityOfSlug).find((city) => city !== undefined)
}

/** The current city: the address's, else the chosen one, else Shenzhen. */
export function cityOf(request: Request): City {
  return cityOfAddress(request) ?? chosenCity(request) ?? defaultCity
}

/** Headers that keep a city in the `position` cookie; empty when it is kept already or for a prefetch. */
export function keepCity(caller: Caller, city: City): Headers {
  const { request } = caller
  const headers = new Headers()
  const purpose = request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? ''
  if (chosenCity(request)?.code === city.code || /prefetch|prerender/i.test(purpose)) return headers
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
