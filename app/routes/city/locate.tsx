import { useState, type ReactNode } from 'react'
import { cityCodeOfAdcode, cityOfCode, type City } from '#server/contract/cities.ts'
import { locationFailure, notOperating } from '#server/contract/browser/location-messages.ts'
import { callApi } from '#app/api/browser-client.ts'
import { positionOfBrowser } from '#app/city/position-of-browser.ts'
import { chooseCityPath } from '#app/paths.ts'
import { Icon } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import styles from './city.module.css'

/** Message of the specification, with advice. */
const failure = `没能定位（${locationFailure}），请直接选城市`

type Found = { city: City } | { message: string } | undefined

/** The used fields of `GET /api/location`. */
type Region = { adcode?: string; city_code?: string }

/**
 * Locate button (定位): uses the browser's geolocation on a click only and proposes the city as a link. Rendered after
 * hydration beside an element of the same height, so that the layout does not shift.
 */
export function Locate({ beside }: { beside: ReactNode }) {
  const canLocate = useHydrated() && 'geolocation' in navigator
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<Found>()
  const locateMe = async () => {
    if (busy) return
    setBusy(true)
    setFound(await locate())
    setBusy(false)
  }
  return (
    <div className={styles.locate}>
      {beside}
      {canLocate ? (
        <>
          <button className="button quiet" type="button" aria-busy={busy} onClick={() => void locateMe()}>
            <Icon name="pin" /> {busy ? '正在定位…' : '定位'}
          </button>
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> belongs to a form */}
          <p role="status">
            {found === undefined ? null : 'city' in found ? (
              <>
                您在{found.city.name}。<a href={chooseCityPath(found.city)}>看{found.city.name}的学校</a>
              </>
            ) : (
              found.message
            )}
          </p>
        </>
      ) : null}
    </div>
  )
}

/** The operating city of a region: by the city code of the response, else by its adcode. */
function foundIn({ adcode = '', city_code }: Region): { city: City } | { message: string } {
  const city = cityOfCode(city_code ?? cityCodeOfAdcode(adcode) ?? '')
  return city === undefined ? { message: notOperating } : { city }
}

async function locate(): Promise<Found> {
  try {
    const { latitude, longitude } = await positionOfBrowser()
    // Rounded to about a kilometre, which is enough to find a city.
    const fields = { lat: latitude.toFixed(2), lng: longitude.toFixed(2) }
    const reply = await callApi({ path: '/api/location', fields, read: readRegion })
    return reply.ok ? foundIn(reply.data) : { message: failure }
  } catch {
    return { message: failure }
  }
}

function readRegion(data: unknown): Region | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const text = (name: string): unknown => Reflect.get(data, name)
  const [adcode, code] = [text('adcode'), text('city_code')]
  return {
    ...(typeof adcode === 'string' ? { adcode } : {}),
    ...(typeof code === 'string' ? { city_code: code } : {}),
  }
}
