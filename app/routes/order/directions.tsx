import { notKnown } from '#server/contract/not-known.ts'
import { CityMap } from '#app/schools/city-map.tsx'
import type { DirectionsView } from './load-directions.server.ts'
import styles from './order-page.module.css'

/** 怎么去: the address, a drawn map of its surroundings, and the link to the maps app. */
export function Directions({ view }: { view: DirectionsView }) {
  const { city, address, map, school, around, start, travel, bus } = view
  return (
    <section className={styles.way} aria-labelledby="way">
      <h2 id="way">怎么去</h2>
      <p>{address ?? `${notKnown}详细地址，以下面的位置为准。`}</p>
      {travel === undefined ? null : <p>{travel}</p>}
      {bus === undefined ? null : <p>{bus}</p>}
      {school === undefined ? null : (
        <CityMap city={city} schools={[school]} start={start} around={around} child={{}} />
      )}
      <p className={styles.maps}>
        <a className="button quiet" href={map}>
          在高德地图查看路线
        </a>
      </p>
    </section>
  )
}
