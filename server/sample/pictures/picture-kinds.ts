const sizes = {
  campus: { width: 960, height: 600 },
  scene: { width: 960, height: 600 },
  news: { width: 960, height: 540 },
  banner: { width: 1200, height: 420 },
  portrait: { width: 240, height: 240 },
  logo: { width: 160, height: 160 },
} as const

/** The kinds of sample pictures. */
export type PictureKind = keyof typeof sizes

/** Whether a text names a kind of picture. */
export function isPictureKind(text: string): text is PictureKind {
  return Object.hasOwn(sizes, text)
}

/** The size of a kind in pixels. */
export function pictureSize(kind: PictureKind): { width: number; height: number } {
  return sizes[kind]
}
