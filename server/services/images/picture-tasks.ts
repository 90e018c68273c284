import type { Poster, PosterSite } from '../posters/poster.ts'
import type { PaletteName } from './placeholder-palette.ts'

/** Formats in which pictures are served. */
export type ImageFormat = 'avif' | 'webp' | 'jpg'

/** A task of the process for pictures, the only one that has the image library. */
export type PictureTask =
  | { kind: 'inspect'; bytes: Buffer }
  /** `always`: a picture without metadata is encoded anew as well. */
  | { kind: 'clean'; bytes: Buffer; always: boolean }
  | { kind: 'render'; original: Buffer; width: number; format: ImageFormat }
  | { kind: 'poster'; poster: Poster; cover: Buffer | undefined; site: PosterSite }

/** A picture that can be stored: its name by content, address, size in pixels after rotation, and colour. */
export type InspectedImage = {
  name: string
  src: string
  width: number
  height: number
  color: PaletteName
}
/** A picture without metadata, with its description. */
export type CleanedImage = { image: InspectedImage; bytes: Buffer }

/**
 * Why a file is refused: not JPEG, PNG, WebP, GIF or AVIF; too many pixels; damaged; more time or memory to decode than a
 * picture may take.
 */
export const imageFaults = ['unknown', 'huge', 'broken', 'heavy'] as const
export type ImageFault = (typeof imageFaults)[number]

/** The process's answer to a task. */
export type PictureReply = { result: unknown } | { failure: string }

/** What the process sends once it takes tasks. */
export const readyMessage = 'ready'
/** What it sends before it ends because a picture takes more processor time or memory than one may. */
export const limitMessage = 'limit'
