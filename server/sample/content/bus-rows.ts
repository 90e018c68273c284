import type { BusStop } from '#server/contract/child/school-entry.ts'
import { sampleSource } from '#server/db/content/sample-rows.ts'
import type { Random } from './random.ts'
import { roads } from './facts.ts'

const placesOfStops = ['花园北门', '广场', '地铁站旁', '社区中心', '公园西门', '路口'] as const

type Wanted = {
  /** WGS-84 degrees of the school. */
  lat: number
  lng: number
  /** The school's yearly fee for the bus, CNY: the farthest stop costs it. */
  fee: number
  /** Whether nearer stops cost less. */
  byDistance: boolean
}

/** Two or three lines that come from different sides, each with its stops on the way to school. */
export function busStopRows({ lat, lng, fee, byDistance }: Wanted, random: Random): BusStop[] {
  const names = random.shuffle(roads)
  const start = random.float(0, Math.PI * 2)
  const count = random.int(2, 3)
  return Array.from({ length: count }, (_line, line) => {
    const side = start + (line * Math.PI * 2) / count
    const stops = random.int(3, 4)
    const leaves = 6 * 60 + random.int(35, 50)
    return Array.from({ length: stops }, (_stop, at): BusStop => {
      const left = stops - at
      const far = 0.016 * left
      const minutes = leaves + at * 9
      return {
        line: `${line + 1} 号线`,
        name: `${names.pop() ?? ''}${random.pick(placesOfStops)}（示例站点）`,
        lat: Math.round((lat + far * Math.sin(side)) * 1e5) / 1e5,
        lng: Math.round((lng + far * Math.cos(side)) * 1e5) / 1e5,
        time: `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
        price: byDistance ? Math.round((fee * (1 - 0.08 * at)) / 100) * 100 : fee,
        source: sampleSource,
      }
    })
  }).flat()
}
