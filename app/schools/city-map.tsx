import { districtsOf } from '#server/contract/districts.ts'
import { withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { schoolPath } from '#app/paths.ts'
import {
  centredOn,
  leadersOf,
  lowHeights,
  mapWidth,
  markerRadius,
  placeLabels,
  projectionOf,
  scaleBarOf,
  spreadMarkers,
  type Point,
  type Position,
} from './map-layout.ts'
import styles from './city-map.module.css'

/** A school on the map: its number in the list beside it, if there is one, and its place in WGS-84 degrees. */
export type MappedSchool = Position & { id: number; name: string; number?: number }

/** Where the child's way begins. */
export type Start = Position & { name: string }

type Props = {
  city: { name: string; code: string }
  schools: readonly MappedSchool[]
  start?: Start | undefined
  /** Places that the map shows around a single school without a start. */
  around?: readonly Position[]
  /** The child for whom the page speaks. */
  child: ChildQuery
}

/**
 * Map of a city's schools as SVG, drawn from their coordinates alone: numbered links, district names at their centres,
 * a scale. It has no roads and no coast. Nothing when no school has coordinates.
 */
export function CityMap({ city, schools, start, around = [], child }: Props) {
  const [only] = schools.length === 1 ? schools : []
  const projection =
    only !== undefined && start === undefined
      ? projectionOf([only, ...centredOn(only, around)], lowHeights)
      : projectionOf([...schools, ...(start === undefined ? [] : [start])])
  if (projection === undefined || schools.length === 0) return null
  const { height, pointOf } = projection
  const places = schools.map(pointOf)
  const startPoint = start === undefined ? undefined : rounded(pointOf(start))
  // The middle of the start's sign and of its name above.
  const middles = startPoint === undefined ? [] : [{ x: startPoint.x, y: startPoint.y - 7 }]
  const markers = spreadMarkers(places, height, middles[0])
  const leaders = leadersOf(places, markers)
  const isMoved = places.some((place, at) => {
    const { x, y } = markers[at] ?? place
    return Math.hypot(x - place.x, y - place.y) > markerRadius / 2
  })
  // The district that the way begins in is named by the start.
  const districts = districtsOf(city.code).filter(({ name }) => name !== start?.name)
  const labels = placeLabels(districts.map(pointOf), [...markers, ...middles], height)
  const scale = scaleBarOf(projection)
  return (
    <figure
      className={styles.figure}
      aria-label={`${only === undefined ? `${city.name} ${schools.length} 所学校` : only.name}的位置图`}
    >
      <svg className={styles.map} viewBox={`0 0 ${mapWidth} ${height + scaleHeight}`}>
        <path className={styles.grid} d={gridPath(scale.units, height + scaleHeight)} />
        {districts.map(({ slug, name }, at) => {
          const point = labels[at]
          return point === undefined ? null : (
            <text key={slug} className={styles.district} {...rounded(point)}>
              {name}
            </text>
          )
        })}
        {start === undefined || startPoint === undefined ? null : (
          <g className={styles.start}>
            <path d={`M${startPoint.x} ${startPoint.y}m-7 0l7-7 7 7-7 7z`} />
            <text x={clampedText(startPoint.x)} y={startPoint.y - 10}>
              {start.name}
            </text>
          </g>
        )}
        <path className={styles.leader} d={leaderPath(leaders)} />
        {schools.map(({ id, name, number }, at) => {
          const { x, y } = rounded(markers[at] ?? { x: 0, y: 0 })
          return (
            <a
              key={id}
              href={withChild(schoolPath(id), child)}
              aria-label={number === undefined ? name : `${number}，${name}`}
            >
              <title>{name}</title>
              <circle cx={x} cy={y} r={markerRadius} />
              <text x={x} y={y + 4}>
                {number ?? '校'}
              </text>
            </a>
          )
        })}
        <path className={styles.scale} d={`M10 ${height + 14}v5h${round(scale.units)}v-5`} />
        <text className={styles.scaleText} x={10 + round(scale.units) / 2} y={height + 14}>
          {scale.metres < 1000 ? `${scale.metres} 米` : `${scale.metres / 1000} 公里`}
        </text>
      </svg>
      <figcaption className="soft small">
        示意图，上北下南，不含道路{isMoved ? '；学校挤的地方，编号挪开了一点' : ''}。
      </figcaption>
    </figure>
  )
}

/** Height of the strip of the scale, below the map, in the drawing's units. */
const scaleHeight = 26

/** The middle of a text of up to four characters that stays inside the drawing. */
const clampedText = (x: number) => Math.min(Math.max(x, 24), mapWidth - 24)

const round = (value: number) => Math.round(value * 10) / 10
const rounded = ({ x, y }: Point): Point => ({ x: round(x), y: round(y) })

/** Lines at the distance of the scale bar. */
function gridPath(step: number, height: number): string {
  const lines: string[] = []
  for (let x = step; x < mapWidth; x += step) lines.push(`M${round(x)} 0v${height}`)
  for (let y = step; y < height; y += step) lines.push(`M0 ${round(y)}h${mapWidth}`)
  return lines.join('')
}

/** Lines from the places of schools to their markers, each with a dot at the place. */
function leaderPath(leaders: ReturnType<typeof leadersOf>): string {
  return leaders
    .map(({ place, marker }) => {
      const { x, y } = rounded(place)
      return `M${x} ${y}m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M${x} ${y}L${round(marker.x)} ${round(marker.y)}`
    })
    .join('')
}
