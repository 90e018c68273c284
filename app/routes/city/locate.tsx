import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { cityCodeOfAdcode, cityOfCode, type City } from '#server/contract/cities.ts'
import { codes } from '#server/contract/codes.ts'
import { locationFailure, notOperating } from '#server/contract/location-words.ts'
import { chooseCityPath } from '#app/paths.ts'
import { Icon } from '#app/ui/icon.tsx'
import styles from './city.module.css'

/** What the specification has it say, and what to do then. */
const failure = `没能定位（${locationFailure}），请直接选城市`

/** How long the phone may look for its place, and the site for the region, in ms. */
const limitMs = 10_000

type Found = { city: City } | { message: string } | undefined

/** An answer of `GET /api/location` as far as it is needed: an envelope decides by its code. */
type Answer = { code?: number; data?: { adcode?: string; city_code?: string } | null }

/**
 * 定位: asks the browser for the place, on a press only, and proposes its city as a link; nothing leads there by itself.
 * Only where scripts run, and beside something as tall, so that nothing moves when it comes.
 */
export function Locate({ beside }: { beside: ReactNode }) {
  const canAsk = useSyncExternalStore(
    () => () => undefined,
    () => 'geolocation' in navigator,
    () => false,
  )
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<Found>()
  const press = async () => {
    if (busy) return
    setBusy(true)
    setFound(await locate())
    setBusy(false)
  }
  return (
    <div className={styles.locate}>
      {beside}
      {canAsk ? (
        <>
          <button className="button quiet" type="button" aria-busy={busy} onClick={() => void press()}>
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

/** What an answer says: the operating city of its region, or why there is none. */
export function foundIn({ code, data }: Answer): { city: City } | { message: string } {
  if (code !== codes.success || !data) return { message: failure }
  const city = cityOfCode(data.city_code ?? cityCodeOfAdcode(data.adcode ?? '') ?? '')
  return city === undefined ? { message: notOperating } : { city }
}

async function locate(): Promise<Found> {
  try {
    const { coords } = await placeOfBrowser()
    // About a kilometre: enough for a city, and no more is told.
    const place = { lat: coords.latitude.toFixed(2), lng: coords.longitude.toFixed(2) }
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), limitMs)
    const query = new URLSearchParams(place).toString()
    const response = await fetch(`/api/location?${query}`, { signal: abort.signal })
    clearTimeout(timer)
    const answer: Answer = await response.json()
    return foundIn(answer)
  } catch {
    return { message: failure }
  }
}

function placeOfBrowser(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: limitMs, maximumAge: 300_000 }),
  )
}
