import { mix } from './colour.ts'
import type { Scene } from './scene.ts'
import { d } from './sketch.ts'

/** A rectangle in pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** How the openings of a wall look. */
export interface Openings {
  readonly columns: number
  readonly rows: number
  readonly kind?: 'plain' | 'arch' | 'tall' | 'band'
  /** Share of the cell that is wall between openings, 0 to 1. */
  readonly wall?: number
  readonly frame?: string
}

/** Path data of one opening. */
export function opening(x: number, y: number, width: number, height: number, arched: boolean): string {
  if (!arched) return d`M${x} ${y}h${width}v${height}h${-width}z`
  const r = width / 2
  return d`M${x} ${y + height}v${r - height}a${r} ${r} 0 0 1 ${width} 0v${height - r}z`
}

/** The openings of a wall: glass, some of it lit, with a frame. */
export function windows(scene: Scene, box: Box, openings: Openings): void {
  const { pen, random, mood, glass, lamp } = scene
  const kind = openings.kind ?? 'plain'
  const cellW = Math.floor(box.width / openings.columns)
  const cellH = Math.floor(box.height / openings.rows)
  const gap = openings.wall ?? 0.44
  const w = Math.max(3, Math.round(cellW * (kind === 'band' ? 0.94 : 1 - gap)))
  const h = Math.max(4, Math.round(cellH * (kind === 'tall' ? 0.74 : kind === 'band' ? 0.46 : 0.58)))
  const left = box.x + Math.round((box.width - cellW * openings.columns + cellW - w) / 2)
  const top = box.y + Math.round((box.height - cellH * openings.rows + cellH - h) / 2)
  const shape = opening(0, 0, w, h, kind === 'arch').replace(/^M\d+ \d+/, '')
  const foot = kind === 'arch' ? top + h : top
  const last = { dark: [0, 0], bright: [0, 0] }
  let dark = ''
  let bright = ''
  for (let row = 0; row < openings.rows; row += 1) {
    for (let column = 0; column < openings.columns; column += 1) {
      // Steps from one opening to the next repeat, so they compress far better than places.
      const place = [left + column * cellW, foot + row * cellH]
      const state = random.chance(mood.lamps) ? 'bright' : 'dark'
      const step = d`m${(place[0] ?? 0) - (last[state][0] ?? 0)} ${(place[1] ?? 0) - (last[state][1] ?? 0)}`
      last[state] = place
      if (state === 'bright') bright += step + shape
      else dark += step + shape
    }
  }
  const frame = openings.frame === undefined ? undefined : `stroke="${openings.frame}" stroke-width="2"`
  if (dark !== '') pen.path(dark, glass, frame)
  if (bright !== '') pen.path(bright, lamp, frame)
}

/** A wall that faces the light, with its openings, a plinth and a shadow under the eaves. */
export function facade(scene: Scene, box: Box, openings?: Openings, wall = scene.scheme.wall): void {
  const { pen, lit, shade } = scene
  pen.rect(
    box.x,
    box.y,
    box.width,
    box.height,
    pen.fade([lit(wall), mix(lit(wall), shade(wall), 0.22)], 'diagonal'),
  )
  if (openings !== undefined) windows(scene, { ...box, y: box.y + 4, height: box.height - 8 }, openings)
}

/** A wall that turns away: a parallelogram to the right of a front wall, `rise` pixels up at its far end. */
export function flank(scene: Scene, box: Box, depth: number, rise: number, wall = scene.scheme.wall): void {
  const right = box.x + box.width
  scene.pen.path(
    d`M${right} ${box.y}l${depth} ${-rise}v${box.height + rise * 0.4}l${-depth} ${rise * 0.6}z`,
    scene.shade(wall),
  )
}

/** A band of trim; with a shadow line beneath it. */
export function cornice(
  scene: Scene,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
): void {
  const { pen, lit, shade } = scene
  pen.rect(x, y + height, width, Math.max(3, height * 0.6), shade(colour), 'opacity=".55"')
  pen.rect(x, y, width, height, lit(colour))
}

/** A pitched roof over a wall that is `width` wide, seen from the long side; `over` is the overhang. */
export function hipRoof(scene: Scene, x: number, y: number, width: number, height: number, over = 12): void {
  const { pen, scheme, lit, shade } = scene
  const inset = Math.min(height * 1.1, width / 3)
  pen.path(
    d`M${x - over} ${y}L${x + inset} ${y - height}H${x + width - inset}L${x + width + over} ${y}z`,
    pen.fade([lit(scheme.roof), mix(lit(scheme.roof), shade(scheme.roof), 0.45)]),
  )
  pen.path(
    d`M${x + width - inset} ${y - height}L${x + width + over} ${y}h${-inset * 0.7}z`,
    shade(scheme.roof),
    'opacity=".5"',
  )
}

/** A gable wall with its two roof edges; the peak is above the middle. */
export function gable(
  scene: Scene,
  x: number,
  y: number,
  width: number,
  height: number,
  wall = scene.scheme.wall,
): void {
  const { pen, lit, scheme } = scene
  pen.path(d`M${x} ${y}l${width / 2} ${-height}l${width / 2} ${height}z`, lit(wall))
  pen.line(
    d`M${x - 8} ${y + 4}l${width / 2 + 8} ${-height - 6}l${width / 2 + 8} ${height + 6}`,
    lit(scheme.roof),
    8,
    'stroke-linejoin="round"',
  )
}

/** A Chinese roof with lifted eaves. */
export function curvedRoof(
  scene: Scene,
  x: number,
  y: number,
  width: number,
  height: number,
  colour = scene.scheme.roof,
): void {
  const { pen, lit, shade } = scene
  const over = height * 0.7
  const left = x - over
  const right = x + width + over
  const mid = x + width / 2
  const top = width * 0.26
  pen.path(
    d`M${left} ${y - height * 0.22}Q${mid - top} ${y - height * 0.25} ${mid - top} ${y - height}H${mid + top}Q${mid + top} ${y - height * 0.25} ${right} ${y - height * 0.22}Q${right - over * 0.4} ${y + 2} ${right - over} ${y + 2}H${left + over}Q${left + over * 0.4} ${y + 2} ${left} ${y - height * 0.22}z`,
    pen.fade([lit(colour), mix(lit(colour), shade(colour), 0.5)]),
  )
  pen.rect(mid - top - 6, y - height - 5, top * 2 + 12, 7, shade(colour), 'rx="3"')
  pen.rect(x, y, width, Math.max(4, height * 0.14), shade(colour), 'opacity=".6"')
}

/** A row of round arches, dark within, on a wall that is already there. */
export function arcade(scene: Scene, box: Box, count: number, pier = 0.3): void {
  const { pen, shade, scheme, mood, lamp } = scene
  const cell = Math.floor(box.width / count)
  const w = Math.round(cell * (1 - pier))
  let data = ''
  for (let at = 0; at < count; at += 1) {
    data += opening(box.x + at * cell + (cell - w) / 2, box.y, w, box.height, true)
  }
  const inside = mix(shade(scheme.wall), '#3a3550', 0.4)
  pen.path(data, pen.fade([inside, mood.lamps > 0.3 ? lamp : mix(inside, scheme.trim, 0.25)]))
  pen.line(data, scene.lit(scheme.trim), 3)
}

/** A long shadow on the ground, falling to the right of a building. */
export function groundShadow(scene: Scene, x: number, y: number, width: number, reach: number): void {
  scene.pen.path(d`M${x} ${y}h${width}l${reach * 1.4} ${reach * 0.4}h${-width}z`, '#1d2f4a', 'opacity=".16"')
}

/** Upright bars side by side, `step` apart: boards, fins, mullions, rails. */
export function bars(
  scene: Scene,
  box: Box,
  bar: { step: number; thick: number; colour: string; more?: string },
): void {
  const dash = `stroke-dasharray="${bar.thick} ${bar.step - bar.thick}"`
  const middle = box.y + box.height / 2
  scene.pen.line(
    d`M${box.x} ${middle}h${box.width}`,
    bar.colour,
    box.height,
    bar.more ? `${dash} ${bar.more}` : dash,
  )
}

/** Rows of half-round tiles over a roof slope. */
export function tiles(scene: Scene, x: number, y: number, width: number, height: number, fill: string) {
  const { pen, shade } = scene
  pen.rect(x, y, width, height, fill)
  bars(
    scene,
    { x: x + 5, y, width: width - 5, height },
    { step: 14, thick: 4, colour: shade(fill), more: 'opacity=".45"' },
  )
  pen.line(
    d`M${x + 6} ${y + height}h${width - 10}`,
    shade(fill),
    11,
    'stroke-dasharray="0 14" stroke-linecap="round"',
  )
}
