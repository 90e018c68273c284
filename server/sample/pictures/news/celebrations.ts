import { facade, gable, hipRoof } from '../drawing/buildings.ts'
import { mix } from '../drawing/colour.ts'
import { clouds, hills, meadow, sky } from '../drawing/nature.ts'
import { castOf, crowd, stand } from '../drawing/people.ts'
import type { Composition, Scene } from '../drawing/scene.ts'
import { d } from '../drawing/sketch.ts'
import { grow, plantRow } from '../drawing/trees.ts'

const bright: Composition['moods'] = ['clear', 'summer', 'spring', 'morning', 'golden', 'autumn']
const party = ['#e8734f', '#f2b84b', '#3f8c8c', '#c9566a', '#6a78b8', '#f6efe0', '#7fb36a']

function bunting(scene: Scene, y: number, sag: number, step: number) {
  const { pen, lit, random } = scene
  pen.line(d`M-10 ${y}Q480 ${y + sag * 2} 970 ${y}`, '#6b6470', 2)
  const tints = random.shuffle(party)
  const flags = new Map<string, string>()
  for (let x = 10, at = 0; x < 950; x += step, at += 1) {
    const t = x / 960
    const top = y + sag * 4 * t * (1 - t)
    const tint = tints[at % 4] ?? '#e8734f'
    flags.set(tint, `${flags.get(tint) ?? ''}${d`M${x} ${top}h${step * 0.7}l${-step * 0.35} ${step * 0.8}z`}`)
  }
  for (const [tint, data] of flags) pen.path(data, lit(tint))
}

function openDay(scene: Scene) {
  const { pen, random, lit, shade, scheme, grass } = scene
  sky(scene, 340, { x: 800, y: 90, r: 30 })
  clouds(scene, 3, 60, 160)
  hills(scene, 330, 110, 2)
  facade(scene, { x: 250, y: 200, width: 460, height: 140 }, { columns: 14, rows: 2, kind: 'tall' })
  hipRoof(scene, 250, 200, 460, 46)
  facade(scene, { x: 410, y: 170, width: 140, height: 170 }, { columns: 3, rows: 2, kind: 'arch' })
  gable(scene, 410, 172, 140, 70)
  plantRow(scene, grow(scene, 'round'), { from: 10, to: 950, y: 350, height: 120, count: 7 })
  pen.rect(0, 336, 960, 210, pen.fade([grass, mix(grass, '#2f5a4c', 0.25)]))
  pen.path('M440 340H520L760 540H200z', lit('#f1e5cb'))
  const tints = random.shuffle(party)
  const tent = (x: number, y: number, w: number, tint: string) => {
    pen.rect(x + 8, y, w - 16, 74, mix(shade(scheme.trim), '#2f2a48', 0.15))
    pen.line(d`M${x + 6} ${y}v84M${x + w - 6} ${y}v84`, lit('#fffaf0'), 6)
    pen.path(
      d`M${x - 10} ${y}L${x + w / 2} ${y - 60}L${x + w + 10} ${y}q${-w / 10} 18 ${-(w + 20) / 5} 0t${-(w + 20) / 5} 0t${-(w + 20) / 5} 0t${-(w + 20) / 5} 0t${-(w + 20) / 5} 0z`,
      lit(tint),
    )
    pen.path(d`M${x + w / 2} ${y - 60}L${x + w + 10} ${y}h${-w / 3}z`, '#1d2f4a', 'opacity=".14"')
    pen.rect(x + 4, y + 50, w - 8, 34, lit(scheme.trim))
  }
  tent(40, 360, 150, tints[0] ?? '#e8734f')
  tent(210, 346, 120, tints[1] ?? '#f2b84b')
  tent(640, 346, 120, tints[2] ?? '#3f8c8c')
  tent(780, 360, 150, tints[3] ?? '#c9566a')
  const cast = castOf(scene)
  crowd(scene, cast, { from: 220, to: 740, y: 380, depth: 90, height: 84, count: 14 })
  stand(scene, cast[1], 420, 534, 130)
  stand(scene, cast[0], 490, 532, 142)
  stand(scene, cast[1], 545, 536, 94)
  for (const x of [90, 870]) {
    pen.line(d`M${x} 460L${x - 20} 220M${x} 460L${x + 16} 190M${x} 460L${x + 46} 236`, '#6b6470', 1.5)
    for (const [dx, y, at] of [
      [-20, 200, 4],
      [16, 170, 5],
      [46, 216, 0],
    ] as const) {
      pen.oval(x + dx, y, 22, 27, lit(tints[at] ?? '#f2b84b'))
      pen.oval(x + dx - 7, y - 9, 5, 8, '#ffffff', 'opacity=".5"')
    }
  }
  bunting(scene, 20, 40, 34)
  bunting(scene, -10, 60, 40)
  meadow(scene, 528, 12, mix(scene.leaves[1], grass, 0.3))
}

function award(scene: Scene) {
  const { pen, random, lit, shade, scheme } = scene
  const ground = mix(scheme.roof, '#2a3560', 0.35)
  pen.rect(0, 0, 960, 540, pen.fade([mix(ground, '#1d2440', 0.35), lit(ground)]))
  let rays = ''
  for (let at = 0; at < 18; at += 2) {
    const a = (at / 18) * Math.PI * 2
    const b = ((at + 1) / 18) * Math.PI * 2
    rays += d`M480 230L${480 + Math.cos(a) * 800} ${230 + Math.sin(a) * 800}L${480 + Math.cos(b) * 800} ${230 + Math.sin(b) * 800}z`
  }
  pen.path(rays, '#fff2cf', 'opacity=".09"')
  pen.circle(480, 230, 330, pen.glow('#ffe9b0', 0.6))
  const gold = '#eeb84d'
  let leaves = ''
  for (const way of [-1, 1]) {
    for (let at = 0; at < 8; at += 1) {
      const turn = Math.PI * (0.5 + way * (0.12 + at * 0.09))
      const x = 480 + Math.cos(turn) * 190
      const y = 240 + Math.sin(turn) * 170
      leaves += d`M${x} ${y}q${way * 30} ${-4} ${way * 36} ${-38}q${-way * 34} ${4} ${-way * 36} 38zM${x} ${y}q${-way * 6} ${-26} ${-way * 34} ${-28}q${way * 2} 24 ${way * 34} 28z`
    }
  }
  pen.path(leaves, mix(gold, scene.leaves[0], 0.45))
  pen.path(
    'M384 130q-66-4-60 50q10 60 96 70l-4-22q-56-12-64-48q-2-28 34-28zM576 130q66-4 60 50q-10 60-96 70l4-22q56-12 64-48q2-28-34-28z',
    mix(gold, '#8a5a2c', 0.25),
  )
  pen.path('M376 110H584Q584 300 480 310Q376 300 376 110z', pen.fade(['#fbe3a0', gold, '#b8772f'], 'right'))
  pen.path('M462 306h36l8 60h-52z', pen.fade([gold, '#b8772f'], 'right'))
  pen.path('M420 366h120l16 40H404z', lit('#5b4a44'))
  pen.path('M400 130q4 110 50 150q-24-60-22-150z', '#fffbe8', 'opacity=".6"')
  pen.path('M480 146l16 34l38 5l-28 26l7 37l-33-18l-33 18l7-37l-28-26l38-5z', '#fff6d8')
  const cast = castOf(scene)
  for (const [x, y, w, tint] of [
    [360, 406, 240, scheme.trim],
    [150, 446, 210, scheme.wall],
    [600, 466, 210, scheme.accent],
  ] as const) {
    pen.rect(x, y, w, 140, pen.fade([lit(tint), shade(tint)]))
    pen.rect(x - 6, y - 6, w + 12, 14, mix(lit(tint), '#ffffff', 0.3))
  }
  for (const [x, y] of [
    [220, 442],
    [290, 442],
    [670, 462],
    [740, 462],
  ] as const)
    stand(scene, cast[x % 20 === 0 ? 1 : 0], x, y, 130)
  crowd(scene, cast, { from: 20, to: 130, y: 530, depth: 6, height: 120, count: 3 })
  crowd(scene, cast, { from: 830, to: 940, y: 530, depth: 6, height: 120, count: 3 })
  for (const tint of random.shuffle(party).slice(0, 4)) {
    let paper = ''
    for (let at = 0; at < 12; at += 1)
      paper += d`M${random.int(0, 950)} ${random.int(0, 330)}l${random.int(6, 12)} ${random.int(-6, 6)}l4 8l-12 4z`
    pen.path(paper, tint, 'opacity=".85"')
  }
}

/** News of days together: open day, award. */
export const celebrationNews: Readonly<Record<'openday' | 'award', readonly Composition[]>> = {
  openday: [{ name: 'open-day', moods: bright, draw: openDay, shares: [4, 1, 1, 1, 1, 1] }],
  award: [{ name: 'award', moods: bright, draw: award, shares: [0, 2, 2, 1, 6, 2] }],
}
