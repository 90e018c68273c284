import { facade, hipRoof } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { birds, clouds, hills, meadow, sky } from '../drawing/nature.ts'
import { castOf, crowd, flag, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, hedge, plant, plantRow } from '../drawing/trees.ts'

const bright: Composition['moods'] = ['clear', 'summer', 'spring', 'morning', 'golden', 'autumn']

/** A runner leaning to the right, 100 high. */
function runner(scene: Scene, x: number, y: number, height: number, colour: string) {
  const { pen, lit } = scene
  const skin = lit('#e6b98f')
  const s = height / 100
  pen.group(d`transform="translate(${x} ${y})` + `scale(${s.toFixed(2)})"`, () => {
    pen.oval(0, 2, 40, 5, '#1d2f4a', 'opacity=".2"')
    pen.line(
      'M-4-42L-22-24L-44-30M6-42L24-30L18-4',
      skin,
      9,
      'stroke-linecap="round" stroke-linejoin="round"',
    )
    pen.line('M-46-32l-6 8M16-2h12', '#f4efe4', 8, 'stroke-linecap="round"')
    pen.path('M-12-50L14-52L18-30L2-36L-14-26L-22-34z', '#3f4560')
    pen.path('M-8-82Q8-90 18-78L14-48H-12z', colour)
    pen.line(
      'M-4-76L-22-62L-14-48M14-74L30-62L42-72',
      skin,
      7,
      'stroke-linecap="round" stroke-linejoin="round"',
    )
    pen.circle(16, -96, 11, skin)
    pen.path('M4-98Q6-112 20-108Q28-104 27-98Q16-104 10-96Q8-90 4-92z', '#3a2d2b')
  })
}

function race(scene: Scene) {
  const { pen, random, lit, scheme, grass } = scene
  sky(scene, 260, { x: 760, y: 80, r: 30 })
  clouds(scene, 3, 40, 110)
  hills(scene, 256, 90, 2)
  plantRow(scene, grow(scene, 'round'), { from: 0, to: 960, y: 268, height: 90, count: 10, distance: 0.2 })
  for (let row = 0; row < 3; row += 1)
    pen.rect(0, 252 + row * 18, 960, 14, row % 2 === 0 ? lit(scheme.trim) : lit(scheme.accent))
  const cast = castOf(scene)
  crowd(scene, cast, { from: 10, to: 950, y: 262, depth: 40, height: 50, count: 18 })
  pen.rect(0, 306, 960, 240, grass)
  const clay = lit(random.pick(['#c9694c', '#bd6a58', '#d07f52', '#5b88a3']))
  pen.path('M0 330L960 316V540H0z', pen.fade([clay, mix(clay, '#2a3350', 0.22)]))
  pen.line('M0 364L960 346M0 410L960 390M0 470L960 446M0 332L960 318', '#fff6e6', 4, 'opacity=".9"')
  for (let at = 0; at < 4; at += 1)
    pen.path(d`M${800 + at * 26} ${318 + at * 2}h13l40 222h-16z`, '#ffffff', 'opacity=".5"')
  pen.line('M830 346V220M910 540V240', lit('#f4efe4'), 9)
  pen.path('M824 214L920 232V276L824 250z', lit(scheme.roof))
  pen.line('M836 228l70 12M836 240l50 8', '#fff6e6', 4)
  const tints = random.shuffle(['#e8734f', '#f2b84b', '#3f8c8c', '#c9566a', '#6a78b8', '#f6efe0'])
  for (const [x, y, h, at] of [
    [330, 372, 110, 0],
    [560, 420, 140, 1],
    [230, 450, 156, 2],
    [440, 526, 190, 3],
  ] as const)
    runner(scene, x + random.int(-40, 40), y, h, lit(tints[at] ?? '#e8734f'))
  for (const [x, at] of [
    [60, 0],
    [130, 1],
    [200, 2],
  ] as const)
    flag(scene, x, 320, 120, tints[at] ?? '#e8734f')
  hedge(scene, -20, 544, 160, 26)
}

function fair(scene: Scene) {
  const { pen, random, lit, shade, scheme, lamp } = scene
  const deep = mix(scheme.roof, '#22305c', 0.6)
  pen.rect(0, 0, 960, 400, pen.fade([mix(deep, '#141c3a', 0.4), deep]))
  let stars = ''
  for (let at = 0; at < 40; at += 1) stars += d`M${random.int(0, 960)} ${random.int(0, 340)}h3v3h-3z`
  pen.path(stars, '#fdf3d3', 'opacity=".8"')
  const x = random.int(260, 340)
  pen.circle(x, 170, 220, pen.glow(scheme.accent, 0.4))
  pen.circle(
    x,
    170,
    92,
    pen.fade([lit(scheme.accent), mix(shade(scheme.accent), '#22305c', 0.4)], 'diagonal'),
  )
  pen.path(
    d`M${x - 88} 150q80 30 172-10l8 24q-90 40-184 10zM${x - 70} 226q70 20 140-4l-16 22q-60 14-110-2z`,
    '#ffffff',
    'opacity=".2"',
  )
  pen.line(
    d`M${x - 150} 204Q${x - 190} 250 ${x - 20} 226T${x + 150} 140Q${x + 180} 90 ${x + 84} 112`,
    lit(scheme.trim),
    9,
    'stroke-linecap="round"',
  )
  pen.circle(640, 90, 30, lit('#c9d3da'))
  pen.path('M640 60a30 30 0 0 1 0 60a40 40 0 0 0 0-60z', '#22305c', 'opacity=".4"')
  pen.circle(790, 200, 20, lit('#e8855f'))
  pen.path(
    'M90 330Q480 60 900 300',
    'none',
    'stroke="#fff" stroke-width="2" opacity=".25" stroke-dasharray="6 8"',
  )
  const rx = random.int(600, 680)
  pen.group(`transform="rotate(24 ${rx} 210)"`, () => {
    pen.path(d`M${rx - 22} 270q22 60 22 70q4-20 22-70z`, pen.fade(['#fff2b8', '#ef8a4a']))
    pen.path(d`M${rx - 30} 230l-24 46l30-8zM${rx + 30} 230l24 46l-30-8z`, lit(scheme.accent))
    pen.path(d`M${rx} 110q46 60 28 162h-56q-18-102 28-162z`, pen.fade(['#fffaf0', '#c9cdd6'], 'right'))
    pen.path(d`M${rx} 110q22 28 28 60h-56q6-32 28-60z`, lit('#e2663f'))
    pen.circle(rx, 200, 15, lit('#7fb3c2'), 'stroke="#5c6470" stroke-width="4"')
  })
  pen.rect(0, 396, 960, 150, pen.fade([lit('#cdb18e'), shade('#b0926f')]))
  const cast = castOf(scene)
  for (const at of [120, 330, 520, 720, 880])
    stand(scene, cast[at % 40 === 0 ? 1 : 0], at + random.int(-20, 20), 440, random.int(150, 190))
  pen.path('M40 432H920L944 460H16z', lit('#f4ead6'))
  pen.rect(16, 460, 928, 60, pen.fade([lit(scheme.wall), shade(scheme.wall)]))
  pen.path('M180 440l36-64h32l40 64z', lit('#8a6a55'))
  pen.path('M212 380q-16-30 6-44q-4-20 16-20q22 2 16 24q20 14 0 40z', lit('#e8734f'))
  pen.rect(412, 372, 74, 62, lit('#c9d3da'), 'rx="10"')
  pen.rect(424, 330, 50, 40, lit('#e4eaec'), 'rx="10"')
  pen.path('M434 344h10v10h-10zM454 344h10v10h-10z', lit(scheme.accent))
  pen.line('M449 330v-18M412 392l-24 20M486 392l24-24', '#5c6470', 6, 'stroke-linecap="round"')
  pen.circle(449, 308, 7, lamp)
  pen.path('M620 436v-60h20v-30h30v30h20v60z', '#ffffff', 'opacity=".5"')
  pen.path('M622 436v-34h66v34z', lit('#4fb0a0'))
  pen.line('M790 436l30-80M850 436l-30-80M780 340l80 26', '#5c6470', 6, 'stroke-linecap="round"')
  pen.line('M770 330l100 36', lit(scheme.accent), 18, 'stroke-linecap="round"')
}

function planes(scene: Scene) {
  const { pen, random, lit, scheme, grass, mood } = scene
  sky(scene, 440, { x: 190, y: 120, r: 38 })
  clouds(scene, 5, 60, 280)
  hills(scene, 432, 130, 3)
  facade(scene, { x: 560, y: 340, width: 300, height: 100 }, { columns: 11, rows: 2, kind: 'tall' })
  hipRoof(scene, 560, 340, 300, 44)
  facade(scene, { x: 520, y: 270, width: 46, height: 170 }, { columns: 1, rows: 4, kind: 'arch', wall: 0.6 })
  pen.path('M512 272l31-54l31 54z', lit(scheme.roof))
  plantRow(scene, grow(scene, 'round'), { from: 0, to: 960, y: 448, height: 80, count: 12, distance: 0.1 })
  pen.path('M-10 450Q300 420 560 446T970 436V560H-10z', pen.fade([grass, mix(grass, '#2f5a4c', 0.3)]))
  const plane = (x: number, y: number, s: number, tint: string) => {
    pen.line(
      d`M${x - 30 * s} ${y + 14 * s}q${-120 * s} ${90 * s} ${-200 * s} 0t${-130 * s} ${40 * s}`,
      '#ffffff',
      3,
      'stroke-dasharray="3 10" stroke-linecap="round" opacity=".9"',
    )
    pen.path(
      d`M${x + 90 * s} ${y - 50 * s}L${x - 70 * s} ${y - 8 * s}L${x - 20 * s} ${y + 12 * s}z`,
      mix(tint, '#ffffff', 0.55),
    )
    pen.path(
      d`M${x + 90 * s} ${y - 50 * s}L${x - 20 * s} ${y + 12 * s}L${x - 26 * s} ${y + 46 * s}z`,
      mix(tint, '#2f3350', 0.15),
    )
    pen.path(d`M${x + 90 * s} ${y - 50 * s}L${x - 8 * s} ${y + 16 * s}L${x + 40 * s} ${y + 34 * s}z`, tint)
  }
  const tints = random.shuffle(['#fff6e4', scheme.accent, '#f2b84b', '#f4b7a8', '#b9d6dc'])
  plane(random.int(600, 700), random.int(120, 160), 1.3, lit(tints[0] ?? '#fff6e4'))
  plane(random.int(330, 420), random.int(230, 270), 0.8, lit(tints[1] ?? '#fff6e4'))
  plane(random.int(840, 890), random.int(240, 280), 0.6, lit(tints[2] ?? '#fff6e4'))
  const cast = castOf(scene)
  for (const [x, h] of [
    [120, 110],
    [210, 96],
    [330, 118],
    [440, 100],
  ] as const)
    stand(scene, cast[x % 20 === 10 ? 0 : 1], x + random.int(-20, 20), 516, h)
  plant(scene, grow(scene, 'broad'), 900, 540, 260)
  birds(scene, 430, 110)
  meadow(scene, 524, 14, mix(scene.leaves[1], grass, 0.3))
  if (mood.lamps > 0.5) pen.circle(190, 120, 200, pen.glow(mood.sun, 0.3))
}

/** News of things done: sports, science, and anything else. */
export const activityNews: Readonly<Record<'sports' | 'science' | 'generic', readonly Composition[]>> = {
  sports: [{ name: 'race', moods: bright, draw: race, shares: [4, 0, 0, 2, 1, 2] }],
  science: [{ name: 'fair', moods: bright, draw: fair, shares: [0, 2, 4, 0, 9, 0] }],
  generic: [{ name: 'planes', moods: bright, draw: planes, shares: [5, 3, 0, 1, 0, 0] }],
}
