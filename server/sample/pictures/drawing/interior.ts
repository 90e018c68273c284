import { mix } from './colour.ts'
import type { Composition, Scene } from './scene.ts'
import { d } from './sketch.ts'

/** The hours that suit a room. */
export const indoors: Composition['moods'] = ['clear', 'morning', 'golden', 'autumn', 'spring', 'summer']

/** A room seen straight on: walls, floor boards and the light that falls in from the left. */
export function room(scene: Scene, wall: string, floorLine: number, floor = '#d9b48a') {
  const { pen, lit, shade } = scene
  pen.rect(
    0,
    0,
    960,
    floorLine,
    pen.fade([mix(lit(wall), '#fffaf0', 0.25), lit(wall), mix(lit(wall), shade(wall), 0.3)], 'right'),
  )
  pen.rect(0, floorLine, 960, 600 - floorLine, pen.fade([lit(floor), mix(lit(floor), shade(floor), 0.45)]))
  let boards = ''
  for (let at = -8; at < 9; at += 1) boards += d`M${480 + at * 70} ${floorLine}L${480 + at * 150} 600`
  pen.line(boards, shade(floor), 2, 'opacity=".35"')
}

/** Light from windows on the floor. */
export function beams(scene: Scene, x: number, y: number, count: number, width: number) {
  let data = ''
  for (let at = 0; at < count; at += 1)
    data += d`M${x + at * width * 1.6} ${y}h${width}l${width} ${600 - y}h${-width * 1.2}z`
  scene.pen.path(data, scene.mood.sun, 'opacity=".28"')
}

/** A window with panes onto a garden. */
export function outside(scene: Scene, x: number, y: number, width: number, height: number, panes: number) {
  const { pen, mood, lit, scheme, random, leaves } = scene
  pen.rect(x, y, width, height, pen.fade([mood.sky[0], mood.sky[1], mood.sky[2]]))
  const foot = y + height
  pen.path(
    d`M${x} ${foot}v${-height * 0.3}q${width * 0.25} ${-height * 0.16} ${width * 0.5} ${-height * 0.04}t${width * 0.5} ${-height * 0.06}V${foot}z`,
    mix(leaves[2], mood.haze, 0.5),
  )
  pen.path(
    d`M${x} ${foot}v${-height * 0.16}q${width * 0.3} ${-height * 0.14} ${width * 0.6} 0t${width * 0.4} ${-height * random.float(0.02, 0.14)}V${foot}z`,
    leaves[1],
  )
  pen.rect(x, y, width, height, 'none', `stroke="${lit(scheme.trim)}" stroke-width="10"`)
  let frame = d`M${x} ${y + height * 0.34}h${width}`
  for (let at = 1; at < panes; at += 1) frame += d`M${x + (width / panes) * at} ${y}v${height}`
  pen.line(frame, lit(scheme.trim), 6)
}

/** Shelves full of books. */
export function shelf(scene: Scene, x: number, y: number, width: number, height: number, rows: number) {
  const { pen, random, lit, shade, scheme } = scene
  const wood = '#a9784f'
  pen.rect(x, y, width, height, mix(shade(wood), '#2f2a48', 0.25))
  const cell = height / rows
  const tints = [
    scheme.accent,
    scheme.roof,
    scheme.wall,
    '#f0c468',
    '#7fa58f',
    '#c97f7a',
    '#f4ead6',
    '#5f7fa0',
  ]
  for (let row = 0; row < rows; row += 1) {
    for (const tint of random.shuffle(tints).slice(0, 4)) {
      let books = ''
      for (let at = 0; at < width / 44; at += 1) {
        const h = cell * random.float(0.55, 0.84)
        books += d`M${x + random.int(4, width - 14)} ${y + (row + 1) * cell - 5}v${-h}h10v${h}z`
      }
      pen.path(books, lit(tint))
    }
  }
  let boards = ''
  for (let row = 0; row <= rows; row += 1) boards += d`M${x - 4} ${y + row * cell}h${width + 8}`
  pen.line(
    `${boards}M${Math.round(x)} ${Math.round(y)}v${Math.round(height)}M${Math.round(x + width)} ${Math.round(y)}v${Math.round(height)}`,
    lit(wood),
    7,
  )
}
