import type { StoredPicture } from '#server/db/schema/columns.ts'
import { pictureColor } from '../pictures/pictures.ts'

const sizes = {
  campus: [960, 600],
  scene: [960, 600],
  news: [960, 540],
  banner: [1200, 420],
  portrait: [240, 240],
  logo: [160, 160],
} as const

/** A picture that is drawn when it is asked for: its address, size in pixels and placeholder colour. */
export function samplePicture(kind: keyof typeof sizes, seed: string, alt: string): StoredPicture {
  const [width, height] = sizes[kind]
  return { src: `/media/sample/${kind}/${seed}.svg`, width, height, color: pictureColor(kind, seed), alt }
}
