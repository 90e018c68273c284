import { pictureWidths } from './picture-widths.ts'

/** Drawn samples are made into pixels at twice the size in which they are drawn. */
export const sampleScale = 2
/** The largest width in pixels of a drawn sample as JPEG. */
export const sampleWidth = 960

const largest = Math.max(...pictureWidths)

type Sized = { src: string; width: number; height: number }

/**
 * The JPEG of a picture for link previews in messengers and search results, with its size in pixels: many of them read no
 * other format.
 */
export function sharedPicture({ src, width, height }: Sized): Sized {
  const drawn = /^(\/media\/sample\/.+)\.svg$/.exec(src)?.[1]
  if (drawn !== undefined) return within({ src: `${drawn}.jpg`, width, height }, sampleScale, sampleWidth)
  const stored = /^(\/media\/images\/[\da-f]{32})\.\w+$/.exec(src)?.[1]
  return stored === undefined
    ? { src, width, height }
    : within({ src: `${stored}-${largest}.jpg`, width, height }, 1, largest)
}

function within({ src, width, height }: Sized, scale: number, most: number): Sized {
  const wide = Math.min(width * scale, most)
  return { src, width: wide, height: Math.round((height * wide) / width) }
}
