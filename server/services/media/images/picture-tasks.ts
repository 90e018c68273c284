import type { PaletteName } from './placeholder-palette.ts'

/** One line of a poster: 学费, 11.1–14.1 万/年. */
type PosterFact = { label: string; text: string }

/** What a poster says. */
export type Poster = {
  /** Path of the page that its QR code opens. */
  path: string
  /** The line above the title. */
  kicker: string
  title: string
  /** One to three, of a comparison two to six. */
  facts: PosterFact[]
  /** Beside the QR code: what the page has besides, and what is to be known of the facts. */
  notes: string[]
  /** Its picture; absent: the title stands on colour. */
  picture?: { src: string; width: number; height: number }
}

/** The site that a poster is of. */
export type PosterSite = { name: string; origin: string }

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

/** Why a picture is refused, after its name. */
export const pictureFaults: Readonly<Record<ImageFault, string>> = {
  unknown: '不是 JPEG、PNG、WebP、GIF 或 AVIF 图片',
  huge: '超过 5000 万像素',
  broken: '已损坏，无法读取',
  heavy: '处理起来太费时间或内存，请缩小以后再用',
}

/** The process's answer to a task. */
export type PictureReply = { result: unknown } | { failure: string }

/** What the process sends once it takes tasks. */
export const readyMessage = 'ready'
/** What it sends before it ends because a picture takes more processor time or memory than one may. */
export const limitMessage = 'limit'
