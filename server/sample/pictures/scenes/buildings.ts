import {
  bars,
  cornice,
  curvedRoof,
  facade,
  flank,
  groundShadow,
  hipRoof,
  windows,
} from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { blob, clouds, hills, meadow, sky } from '../drawing/nature.ts'
import { castOf, crowd, lampPost, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, hedge, plant, plantRow } from '../drawing/trees.ts'

const outdoors: Composition['moods'] = ['clear', 'morning', 'golden', 'autumn', 'spring', 'summer']

function pavedFront(scene: Scene, y: number) {
  const { pen, lit, shade } = scene
  pen.rect(0, y, 960, 600 - y, pen.fade([lit('#ecdfc4'), lit('#cfbe9c')]))
  pen.line(
    d`M0 ${y + 40}H960M0 ${y + 90}H960M300 ${y}L160 600M660 ${y}L800 600M480 ${y}V600`,
    shade('#cfbe9c'),
    2,
    'opacity=".4"',
  )
}

function pierGate(scene: Scene) {
  const { pen, random, lit, shade, scheme, leaves } = scene
  sky(scene, 430, { x: 170, y: 90, r: 28 })
  clouds(scene, 3, 40, 150)
  hills(scene, 420, 110, 2)
  plantRow(scene, grow(scene, 'broad'), { from: 0, to: 960, y: 430, height: 240, count: 6, distance: 0.3 })
  facade(
    scene,
    { x: 300, y: 250, width: 360, height: 180 },
    { columns: 9, rows: 3, kind: 'tall' },
    scene.far(scheme.wall, 0.15),
  )
  hipRoof(scene, 300, 250, 360, 50)
  pavedFront(scene, 430)
  pen.path('M430 430H530L700 600H260z', lit('#f4e9d0'))
  const tall = random.int(190, 240)
  for (const x of [0, 720]) {
    pen.rect(x, 330, 240, 110, pen.fade([lit(scheme.wall), shade(scheme.wall)]))
    pen.rect(x - 6, 320, 252, 14, lit(scheme.trim))
    bars(
      scene,
      { x: x + 20, y: 350, width: 200, height: 70 },
      { step: 22, thick: 5, colour: shade(scheme.roof) },
    )
  }
  for (const x of [240, 650]) {
    facade(scene, { x, y: 440 - tall, width: 70, height: tall + 20 }, undefined)
    flank(scene, { x, y: 440 - tall, width: 70, height: tall + 20 }, 16, 4)
    cornice(scene, x - 8, 428 - tall, 100, 14, scheme.trim)
    pen.circle(x + 35, 490 - tall, 18, lit(scheme.accent))
  }
  const lintel = 440 - tall
  const kind = random.int(0, 2)
  if (kind === 0) {
    pen.rect(230, lintel - 40, 500, 46, lit(scheme.roof))
    pen.rect(250, lintel - 26, 460, 18, lit(scheme.trim), 'opacity=".35"')
    pen.path(d`M480 ${lintel - 74}l34 14v18q0 24-34 38q-34-14-34-38v-18z`, lit(scheme.accent))
  } else if (kind === 1) {
    pen.rect(250, lintel - 14, 460, 22, lit('#a94434'))
    curvedRoof(scene, 260, lintel - 12, 440, 60)
    pen.rect(420, lintel + 8, 120, 44, lit('#2f5f5a'), `stroke="${lit('#e9b44c')}" stroke-width="4"`)
  } else {
    pen.line(d`M270 ${lintel}Q480 ${lintel - 130} 690 ${lintel}`, lit(scheme.accent), 12)
    pen.line(d`M270 ${lintel + 24}Q480 ${lintel - 106} 690 ${lintel + 24}`, lit(scheme.accent), 5)
    pen.circle(480, lintel - 58, 34, lit(scheme.roof))
    pen.circle(480, lintel - 58, 24, lit(scheme.trim))
  }
  const cast = castOf(scene)
  crowd(scene, cast, { from: 330, to: 620, y: 450, depth: 40, height: 74, count: 6 })
  stand(scene, cast[0], 400, 580, 128)
  stand(scene, cast[1], 456, 584, 98)
  hedge(scene, -10, 470, 240, 30)
  hedge(scene, 730, 470, 240, 30)
  plant(scene, grow(scene, 'round'), 90, 560, 320, leaves[1])
  plant(scene, grow(scene, 'shrub'), 880, 590, 110)
  lampPost(scene, 770, 520, 150)
}

function teachingBlock(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass } = scene
  sky(scene, 440, { x: 130, y: 90, r: 28 })
  clouds(scene, 3, 40, 140)
  plantRow(scene, grow(scene, 'round'), { from: 0, to: 960, y: 440, height: 150, count: 8, distance: 0.4 })
  const floors = random.int(3, 5)
  const top = 440 - floors * 74
  const x = random.int(90, 140)
  facade(scene, { x, y: top, width: 660, height: 440 - top }, undefined)
  for (let floor = 0; floor < floors; floor += 1) {
    const y = top + floor * 74
    pen.rect(x + 160, y + 10, 500, 50, mix(shade(scheme.wall), '#2f2a48', 0.3))
    windows(
      scene,
      { x: x + 164, y: y + 8, width: 492, height: 54 },
      { columns: 10, rows: 1, kind: 'tall', wall: 0.28 },
    )
    pen.rect(x + 150, y + 46, 520, 20, lit(scheme.trim))
    bars(
      scene,
      { x: x + 154, y: y + 46, width: 510, height: 20 },
      { step: 14, thick: 3, colour: shade(scheme.trim), more: 'opacity=".5"' },
    )
    pen.rect(x + 150, y + 64, 520, 6, shade(scheme.wall))
    windows(
      scene,
      { x: x + 20, y: y + 6, width: 110, height: 60 },
      { columns: 2, rows: 1, kind: 'arch', wall: 0.4, frame: lit(scheme.trim) },
    )
  }
  for (const at of [154, 320, 490, 652]) pen.rect(x + at, top, 14, 440 - top, lit(scheme.wall))
  flank(scene, { x, y: top, width: 660, height: 440 - top }, 60, 18)
  cornice(scene, x - 8, top - 14, 736, 14, scheme.roof)
  pen.rect(x + 20, top - 62, 110, 50, lit(scheme.wall))
  pen.circle(x + 75, top - 38, 18, lit(scheme.trim))
  pen.line(d`M${x + 75} ${top - 48}v10l7 4`, shade(scheme.roof), 3)
  pen.rect(0, 436, 960, 170, pen.fade([grass, mix(grass, '#2f5a4c', 0.25)]))
  groundShadow(scene, x, 440, 700, 44)
  pen.path(d`M${x + 40} 440h80L${x + 60} 600H${x - 120}zM0 520H960v34H0z`, lit('#ecdcba'))
  const tree = grow(scene, random.pick(['round', 'ginkgo', 'poplar', 'broad']))
  plantRow(scene, tree, { from: 380, to: 760, y: 480, height: 150, count: 3 })
  hedge(scene, 300, 470, 500, 20)
  const cast = castOf(scene)
  crowd(scene, cast, { from: 120, to: 860, y: 530, depth: 40, height: 78, count: 8 })
  plant(scene, tree, 910, 610, 330)
  meadow(scene, 592, 10, mix(scene.leaves[1], grass, 0.3))
}

function dormitory(scene: Scene) {
  const { pen, random, lit, shade, scheme, lamp, grass, leaves } = scene
  sky(scene, 460, { x: 800, y: 90, r: 30 })
  clouds(scene, 3, 50, 170)
  plantRow(scene, grow(scene, 'poplar'), { from: 0, to: 960, y: 450, height: 190, count: 9, distance: 0.4 })
  const floors = random.int(4, 5)
  const top = 452 - floors * 70
  const columns = random.int(4, 5)
  const cell = 560 / columns
  const x = 150
  facade(scene, { x, y: top, width: 560, height: 452 - top }, undefined)
  const room = pen.define(() => {
    pen.rect(12, 10, cell - 24, 50, '')
    pen.path(d`M12 10h${cell * 0.16}q-4 30-${cell * 0.04} 50H12z`, lit(scheme.trim), 'opacity=".9"')
  })
  const balcony = pen.define(() => {
    pen.rect(4, 40, cell - 8, 24, '')
    pen.rect(4, 60, cell - 8, 6, shade(scheme.wall))
  })
  const pot = pen.define(() => pen.path(blob(random, 0, 38, 17, 9, 7, 0.2), ''))
  for (let floor = 0; floor < floors; floor += 1) {
    for (let at = 0; at < columns; at += 1) {
      const left = x + at * cell
      const place = d`x="${left}" y="${top + floor * 70}"`
      const glow = random.chance(Math.max(0.3, scene.mood.lamps)) ? lamp : scene.glass
      pen.use(room, `${place} fill="${glow}"`)
      if (random.chance(0.45)) {
        const aside = d`x="${left + random.int(28, 72)}" y="${top + floor * 70}"`
        pen.use(pot, `${aside} fill="${random.pick(leaves)}"`)
      }
      pen.use(balcony, `${place} fill="${lit((floor + at) % 3 === 0 ? scheme.accent : scheme.trim)}"`)
    }
  }
  flank(scene, { x, y: top, width: 560, height: 452 - top }, 70, 22)
  if (random.chance(0.5)) hipRoof(scene, x, top, 560, 54, 10)
  else cornice(scene, x - 10, top - 16, 650, 16, scheme.roof)
  pen.rect(0, 448, 960, 160, pen.fade([grass, mix(grass, '#2f5a4c', 0.3)]))
  groundShadow(scene, x, 452, 600, 50)
  pen.path('M380 452h100q60 70 220 150H200q140-60 180-150z', lit('#ecdcba'))
  pen.rect(370, 392, 120, 60, shade(scheme.roof))
  pen.path('M384 452v-50h44v50zM434 452v-50h44v50z', lamp)
  pen.rect(352, 380, 156, 14, lit(scheme.roof))
  const cast = castOf(scene)
  crowd(scene, cast, { from: 320, to: 600, y: 486, depth: 80, height: 84, count: 6 })
  const wheels = (left: number, y: number) => {
    pen.line(
      d`M${left} ${y}a22 22 0 1 0 44 0a22 22 0 1 0-44 0M${left + 70} ${y}a22 22 0 1 0 44 0a22 22 0 1 0-44 0M${left + 22} ${y}l22-36h40l8 36M${left + 44} ${y - 36}l22 34l20-34M${left + 36} ${y - 44}h18M${left + 84} ${y - 36}l-4-14h14`,
      shade(scheme.accent),
      4,
      'stroke-linecap="round"',
    )
  }
  wheels(90, 540)
  wheels(150, 552)
  plant(scene, grow(scene, 'broad'), 830, 560, 330)
  plant(scene, grow(scene, 'shrub'), 60, 606, 90)
  lampPost(scene, 660, 540, 140)
}

/** Buildings and the way in: gate, teaching building, dormitory. */
export const buildingScenes: Readonly<Record<'gate' | 'teaching' | 'dorm', readonly Composition[]>> = {
  gate: [{ name: 'pier-gate', moods: outdoors, draw: pierGate, shares: [5, 0, 3, 3, 1, 1] }],
  teaching: [{ name: 'teaching-block', moods: outdoors, draw: teachingBlock, shares: [5, 2, 3, 1, 2, 0] }],
  dorm: [{ name: 'dormitory', moods: [...outdoors, 'dusk'], draw: dormitory, shares: [5, 3, 2, 1, 2, 1] }],
}
