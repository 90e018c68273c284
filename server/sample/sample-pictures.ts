import type { PaletteName } from '#server/services/images/placeholder-palette.ts'
import type { PictureKind } from './pictures/picture-kinds.ts'

export { isPictureKind, pictureSize } from './pictures/picture-kinds.ts'

/**
 * Draws a sample picture as a whole SVG document, always the same for the same kind and seed. The drawings are loaded at
 * the first call.
 * @throws RangeError for a seed that is not 1 to 60 of a-z, 0-9 and hyphens.
 */
export async function drawSamplePicture(kind: PictureKind, seed: string): Promise<string> {
  const { drawPicture } = await import('./pictures/pictures.ts')
  return drawPicture(kind, seed)
}

/** The placeholder colour of a sample picture, without drawing it. Throws as `drawSamplePicture` does. */
export async function samplePictureColor(kind: PictureKind, seed: string): Promise<PaletteName> {
  const { pictureColor } = await import('./pictures/pictures.ts')
  return pictureColor(kind, seed)
}
