import { cornice, curvedRoof, facade, flank, hipRoof, windows } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { birds, clouds, curve, ridge, sky, type Point } from '../drawing/nature.ts'
import { castOf, crowd, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plant, plantRow } from '../drawing/trees.ts'

function terraces(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass } = scene
  sky(scene, 300, { x: 150, y: 90, r: 30 })
  clouds(scene, 2, 40, 100)
  ridge(scene, 250, 170, scene.far(scene.leaves[2], 0.62), 330, 3)
  ridge(scene, 290, 130, scene.far(scene.leaves[2], 0.4), 610, 4)
  const tree = grow(scene, 'round')
  const slim = grow(scene, 'poplar')
  const stair = random.int(330, 420)
  for (let row = 0; row < 5; row += 1) {
    const y = 250 + row * 82
    const left = 250 - row * 74
    pen.path(
      d`M-10 ${y + 50}Q${left * 0.6} ${y + 40} ${left} ${y}Q${left + 300} ${y - 22} 980 ${y - 30}V${y + 110}H-10z`,
      mix(grass, scene.leaves[2], row * 0.1),
    )
    const w = random.int(190, 260) + row * 12
    const x = row % 2 === 0 ? random.int(560, 640) : stair + random.int(70, 110)
    const h = 52 + row * 6
    if (row < 4) {
      const wall = row % 2 === 0 ? scheme.wall : mix(scheme.wall, scheme.trim, 0.6)
      facade(
        scene,
        { x, y: y - 12 - h, width: w, height: h + 20 },
        { columns: Math.round(w / 26), rows: 2, kind: row % 2 === 0 ? 'tall' : 'plain' },
        wall,
      )
      flank(scene, { x, y: y - 12 - h, width: w, height: h + 20 }, 30, 10, wall)
      if (row % 2 === 0) hipRoof(scene, x, y - 12 - h, w, 34, 8)
      else cornice(scene, x - 6, y - 20 - h, w + 40, 9, scheme.roof)
      plantRow(scene, row % 2 === 0 ? tree : slim, {
        from: x - 120,
        to: x - 24,
        y: y + 6,
        height: 62 + row * 14,
        count: 2,
      })
      if (x + w < 860)
        plantRow(scene, tree, { from: x + w + 60, to: 960, y: y + 4, height: 66 + row * 14, count: 2 })
    }
    pen.path(
      d`M${left + 40} ${y + 38}Q${left + 320} ${y + 16} 980 ${y + 8}v20Q${left + 320} ${y + 36} ${left + 40} ${y + 60}z`,
      lit('#d9c8a8'),
    )
    pen.path(
      d`M${left + 40} ${y + 52}Q${left + 320} ${y + 30} 980 ${y + 22}v7Q${left + 320} ${y + 37} ${left + 40} ${y + 60}z`,
      shade('#d9c8a8'),
      'opacity=".6"',
    )
  }
  pen.path(d`M${stair} 254h36L${stair + 40} 604H${stair - 140}z`, lit('#efe0c2'))
  let steps = d`M${stair} 262h36`
  for (let at = 0; at < 25; at += 1) steps += d`m${-41 - at * 5} 13h${41 + at * 5}`
  pen.line(steps, shade('#d6c39c'), 3, 'opacity=".5"')
  const cast = castOf(scene)
  crowd(scene, cast, { from: stair - 60, to: stair + 20, y: 400, depth: 140, height: 56, count: 5 })
  plant(scene, tree, 90, 616, 320)
  plant(scene, grow(scene, 'shrub'), 700, 610, 80)
  plant(scene, grow(scene, 'shrub'), 880, 610, 110)
}

function mistHills(scene: Scene) {
  const { pen, random, lit, shade, scheme, mood, leaves } = scene
  sky(scene, 600, { x: random.int(620, 760), y: random.int(110, 160), r: 42 })
  const deep = mix(leaves[2], '#2f4a5c', 0.35)
  for (let layer = 0; layer < 6; layer += 1) {
    const y = 250 + layer * 58
    ridge(scene, y, 190 - layer * 22, mix(deep, mood.haze, 0.86 - layer * 0.15), 610, 3 + layer)
    if (layer === 2) {
      const x = random.int(150, 240)
      let foot = 372
      for (let tier = 0; tier < 5; tier += 1) {
        const w = 84 - tier * 12
        pen.rect(x - w / 2, foot - 36, w, 36, scene.far(scheme.wall, 0.25))
        windows(
          scene,
          { x: x - w / 2, y: foot - 34, width: w, height: 30 },
          { columns: 3, rows: 1, kind: 'arch' },
        )
        curvedRoof(scene, x - w / 2, foot - 34, w, 18)
        foot -= 50
      }
      pen.line(d`M${x} ${foot + 8}v-26`, shade(scheme.roof), 4)
    }
    if (layer === 3) {
      for (const [x, w, y0] of [
        [400, 190, 350],
        [560, 240, 372],
        [470, 150, 400],
      ] as const) {
        facade(
          scene,
          { x, y: y0, width: w, height: 70 },
          { columns: Math.round(w / 24), rows: 2, kind: 'tall' },
          mix(scheme.wall, mood.haze, 0.15),
        )
        hipRoof(scene, x, y0, w, 40)
      }
      const tree = grow(scene, 'round')
      plantRow(scene, tree, { from: 300, to: 860, y: 448, height: 90, count: 7, distance: 0.25 })
    }
    if (layer < 5)
      pen.rect(0, y + 20, 960, 80, pen.fade([`${mood.haze}/0`, `${mood.haze}/.75`, `${mood.haze}/0`]))
  }
  const cliff: Point[] = [
    [1000, 380],
    [900, 400],
    [850, 450],
    [790, 470],
    [760, 540],
    [700, 570],
    [660, 620],
  ]
  pen.path(`${curve(cliff)}H1000z`, shade('#8b8a7c'))
  pen.path(
    'M870 440L830 520L790 600H760L800 500zM930 410L910 520L880 600H850L890 500z',
    '#1d2f4a',
    'opacity=".2"',
  )
  const pine = grow(scene, 'pine')
  plant(scene, pine, 830, 470, 330, mix(leaves[2], '#1d3a40', 0.3))
  plant(scene, pine, 930, 430, 220, mix(leaves[2], '#1d3a40', 0.15))
  stand(scene, castOf(scene)[1], 760, 552, 52, lit(scheme.accent))
  birds(scene, 380, 190, 6)
}

/** Compositions on a slope: terraces, misty ridges. */
export const slopeCompositions: readonly Composition[] = [
  {
    name: 'terraces',
    moods: ['clear', 'summer', 'spring', 'autumn', 'morning'],
    draw: terraces,
    shares: [4, 1, 1, 2, 1, 0],
  },
  {
    name: 'mist-hills',
    moods: ['mist', 'morning', 'dusk', 'spring'],
    draw: mistHills,
    shares: [5, 0, 0, 4, 2, 0],
  },
]
