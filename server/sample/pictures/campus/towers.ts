import {
  cornice,
  facade,
  flank,
  gable,
  groundShadow,
  hipRoof,
  opening,
  windows,
} from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { blob, birds, clouds, hills, sky } from '../drawing/nature.ts'
import { castOf, crowd, flag, lampPost, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, hedge, plant, plantRow } from '../drawing/trees.ts'

function clockTower(scene: Scene) {
  const { pen, random, lit, shade, grass, scheme } = scene
  sky(scene, 430, { x: random.int(120, 260), y: random.int(90, 150), r: 30 })
  clouds(scene, 3, 60, 190)
  hills(scene, 410, 190)
  const x = random.int(520, 600)
  const top = random.int(300, 330)
  pen.path(
    d`M-20 470Q200 450 380 ${top + 60}T${x + 90} ${top}Q800 ${top + 10} 980 ${top + 90}V600H-20z`,
    pen.fade([grass, mix(grass, '#2f5a4c', 0.3)]),
  )
  const tree = grow(scene, 'round')
  const slim = grow(scene, 'poplar')
  plantRow(scene, slim, { from: x - 170, to: x - 80, y: top + 22, height: 110, count: 3 })
  const wing = random.int(130, 170)
  facade(scene, { x: x + 30, y: top - 80, width: wing, height: 96 }, { columns: 7, rows: 2, kind: 'tall' })
  hipRoof(scene, x + 30, top - 80, wing, 44)
  facade(scene, { x: x - 80, y: top - 62, width: 90, height: 84 }, { columns: 4, rows: 2, kind: 'tall' })
  hipRoof(scene, x - 80, top - 62, 90, 38)
  const height = random.int(200, 230)
  const y = top + 20 - height
  facade(scene, { x, y, width: 52, height }, { columns: 1, rows: 5, kind: 'arch', wall: 0.66 })
  flank(scene, { x, y, width: 52, height }, 22, 8)
  pen.rect(x, y, 52, 60, lit(scheme.wall))
  cornice(scene, x - 5, y + 58, 84, 6, scheme.trim)
  pen.circle(x + 26, y + 30, 19, lit(scheme.trim))
  pen.line(d`M${x + 26} ${y + 18}v12l8 5`, shade(scheme.roof), 3, 'stroke-linecap="round"')
  const spire = random.int(44, 62)
  pen.path(d`M${x - 7} ${y}L${x + 26} ${y - spire}L${x + 59} ${y}z`, lit(scheme.roof))
  pen.path(d`M${x + 26} ${y - spire}L${x + 59} ${y}L${x + 82} ${y - 7}z`, shade(scheme.roof))
  pen.line(d`M${x + 26} ${y - spire}v-22`, lit(scheme.accent), 4)
  pen.path(
    d`M${x + 20} ${top + 18}Q${x - 10} ${top + 70} ${x - 110} ${top + 100}T300 600H520Q470 520 ${x - 40} ${top + 110}T${x + 36} ${top + 18}z`,
    lit('#ecd9b4'),
  )
  plantRow(scene, tree, { from: x + 190, to: 940, y: top + 74, height: 120, count: 4 })
  plantRow(scene, tree, { from: 20, to: 300, y: 468, height: 96, count: 4 })
  const cast = castOf(scene)
  crowd(scene, cast, { from: x - 150, to: x - 60, y: top + 108, depth: 20, height: 36, count: 3 })
  stand(scene, cast[0], 400, 570, 66)
  plant(scene, tree, 80, 620, 330)
  plant(scene, grow(scene, 'shrub'), 830, 610, 110)
  birds(scene, 330, 150)
}

function brickQuad(scene: Scene) {
  const { pen, random, lit, shade, grass, scheme, mood } = scene
  sky(scene, 420, { x: 130, y: 80, r: 26 })
  clouds(scene, 3, 40, 120)
  const tree = grow(scene, 'broad')
  plantRow(scene, tree, { from: -20, to: 980, y: 390, height: 260, count: 6, distance: 0.5 })
  pen.rect(0, 424, 960, 180, pen.fade([grass, mix(grass, '#2f5a4c', 0.25)]))
  const y = random.int(186, 216)
  const rows = 3
  facade(
    scene,
    { x: 90, y, width: 780, height: 440 - y },
    { columns: random.int(15, 18), rows, kind: 'tall', frame: lit(scheme.trim) },
  )
  for (let row = 1; row < rows; row += 1)
    pen.rect(90, y + ((440 - y) / rows) * row, 780, 5, lit(scheme.trim), 'opacity=".8"')
  hipRoof(scene, 90, y, 780, 58)
  for (const at of [200, 330, 630, 760]) {
    pen.rect(at, y - 84, 22, 52, shade(scheme.wall))
    pen.rect(at - 4, y - 88, 30, 8, lit(scheme.trim))
  }
  for (const at of [90, 750]) {
    facade(
      scene,
      { x: at, y: y - 10, width: 120, height: 452 - y },
      { columns: 2, rows, kind: 'arch', wall: 0.5, frame: lit(scheme.trim) },
    )
    gable(scene, at, y - 8, 120, 70)
    pen.circle(at + 60, y - 32, 14, lit(scheme.trim))
  }
  const door = random.int(150, 190)
  const x = 480 - door / 2
  facade(
    scene,
    { x, y: y - 30, width: door, height: 472 - y },
    { columns: 3, rows: 3, kind: 'arch', wall: 0.48, frame: lit(scheme.trim) },
  )
  gable(scene, x, y - 28, door, 90)
  pen.circle(480, y - 58, 20, lit(scheme.trim))
  pen.circle(480, y - 58, 13, lit(scheme.accent))
  pen.path(opening(446, 356, 68, 86, true), shade(scheme.roof))
  pen.line(opening(446, 356, 68, 86, true), lit(scheme.trim), 6)
  groundShadow(scene, 90, 441, 780, 40)
  pen.path('M446 442h68L650 600H310z', lit('#ecd9b4'))
  pen.path('M60 470L446 446M900 470L514 446', 'none', `stroke="${lit('#ecd9b4')}" stroke-width="7"`)
  hedge(scene, 120, 462, 290, 18)
  hedge(scene, 550, 462, 290, 18)
  plant(scene, tree, 60, 520, 330)
  plant(scene, tree, 916, 530, 350)
  const cast = castOf(scene)
  crowd(scene, cast, { from: 390, to: 580, y: 462, depth: 100, height: 62, count: 7 })
  for (const at of [-30, 120, 650, 860])
    pen.path(blob(random, at, 604, 170, 34, 7), '#1d2f4a', 'opacity=".12"')
  flag(scene, 300, 462, 150, scheme.accent)
  if (mood.lamps > 0.3) lampPost(scene, 640, 470, 80)
}

function rotunda(scene: Scene) {
  const { pen, random, lit, shade, grass, scheme, mood, lamp } = scene
  sky(scene, 400, { x: 180, y: 110, r: 28 })
  clouds(scene, 3, 50, 170)
  hills(scene, 392, 110, 2)
  pen.rect(0, 390, 960, 210, grass)
  const slim = grow(scene, 'poplar')
  const tree = grow(scene, 'round')
  plantRow(scene, tree, { from: 0, to: 960, y: 402, height: 110, count: 9, distance: 0.25 })
  for (const x of [70, 620]) {
    facade(scene, { x, y: 300, width: 270, height: 102 }, { columns: 9, rows: 2, kind: 'tall' })
    cornice(scene, x - 6, 292, 282, 9, scheme.trim)
  }
  const r = random.int(140, 170)
  const drum = 240 - random.int(0, 14)
  facade(scene, { x: 480 - r, y: drum, width: r * 2, height: 162 })
  windows(
    scene,
    { x: 480 - r + 8, y: drum + 12, width: r * 2 - 16, height: 60 },
    { columns: 11, rows: 1, kind: 'arch' },
  )
  const rise = r * random.float(0.72, 0.9)
  pen.path(
    d`M${480 - r + 12} ${drum}A${r - 12} ${rise} 0 0 1 ${480 + r - 12} ${drum}z`,
    pen.fade([lit(scheme.roof), shade(scheme.roof)], 'right'),
  )
  let ribs = ''
  for (const share of [0.72, 0.38, 0])
    ribs += d`M${480 - (r - 12) * share} ${drum}A${(r - 12) * share} ${rise} 0 0 1 480 ${drum - rise}A${(r - 12) * share} ${rise} 0 0 1 ${480 + (r - 12) * share} ${drum}`
  pen.line(ribs, lit(scheme.trim), 2, 'opacity=".35"')
  cornice(scene, 480 - r - 8, drum - 8, r * 2 + 16, 12, scheme.trim)
  facade(
    scene,
    { x: 462, y: drum - rise - 34, width: 36, height: 38 },
    { columns: 3, rows: 1, kind: 'arch' },
    scheme.trim,
  )
  pen.path(d`M456 ${drum - rise - 32}Q480 ${drum - rise - 78} 504 ${drum - rise - 32}z`, lit(scheme.accent))
  const porch = 118
  const inside = mood.lamps > 0.3 ? lamp : shade(mix(scheme.wall, '#3a3550', 0.4))
  pen.rect(480 - porch, 316, porch * 2, 88, inside)
  const columns = random.int(3, 4) * 2
  for (let at = 0; at < columns; at += 1) {
    const x = 480 - porch + 4 + (at * (porch * 2 - 24)) / (columns - 1)
    pen.rect(x, 316, 16, 88, pen.fade([lit(scheme.trim), shade(scheme.trim)], 'right'))
  }
  pen.path(d`M${480 - porch - 18} 314L480 258L${480 + porch + 18} 314z`, lit(scheme.trim))
  pen.path(d`M${480 - porch + 26} 306L480 270L${480 + porch - 26} 306z`, shade(scheme.trim), 'opacity=".5"')
  for (let at = 0; at < 4; at += 1) {
    pen.rect(
      480 - porch - 20 - at * 16,
      404 + at * 9,
      porch * 2 + 40 + at * 32,
      9,
      at % 2 === 0 ? lit('#f1e4cb') : shade('#f1e4cb'),
    )
  }
  pen.path('M0 440H960V600H0z', pen.fade([lit('#ead9b8'), lit('#d9c49c')]))
  pen.path(
    'M350 462h260l90 138H260z',
    pen.fade([mix(mood.sky[1], '#3f8492', 0.3), mix(mood.sky[0], '#2f6f86', 0.4)]),
  )
  pen.path(d`M410 462h140l${20} 70h-180z`, lit(scheme.roof), 'opacity=".25"')
  pen.line('M390 490h60M500 510h90M360 540h80M520 566h60', mood.sun, 3, 'opacity=".5" stroke-linecap="round"')
  pen.path('M0 470H250L170 600H0zM960 470H710L790 600H960z', mix(grass, '#2f5a4c', 0.15))
  plantRow(scene, slim, { from: 130, to: 250, y: 470, height: 150, count: 2 })
  plantRow(scene, slim, { from: 710, to: 830, y: 470, height: 150, count: 2 })
  crowd(scene, castOf(scene), { from: 270, to: 690, y: 446, depth: 6, height: 40, count: 6 })
  plant(scene, slim, 80, 600, 290)
  plant(scene, slim, 884, 600, 290)
}

/** Compositions with a landmark in the middle: clock tower, quadrangle, rotunda. */
export const towerCompositions: readonly Composition[] = [
  {
    name: 'clock-tower',
    moods: ['clear', 'morning', 'golden', 'autumn', 'summer'],
    draw: clockTower,
    shares: [5, 2, 0, 2, 1, 0],
  },
  {
    name: 'brick-quad',
    moods: ['clear', 'autumn', 'spring', 'golden', 'morning'],
    draw: brickQuad,
    shares: [4, 3, 2, 2, 2, 0],
  },
  {
    name: 'rotunda',
    moods: ['clear', 'dusk', 'morning', 'autumn'],
    draw: rotunda,
    shares: [5, 1, 0, 1, 1, 0],
  },
]
