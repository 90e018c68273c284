import { pictureWidths } from './picture-widths.ts'

const largest = Math.max(...pictureWidths)

type Sized = { src: string; width: number; height: number }

/**
 * The JPEG of a picture for link previews in messengers and search results, with its size in pixels: many of them read no
 * other format.
 */
export function sharedPicture({ src, width, height }: Sized): Sized {
  const stored = /^(\/media\/images\/[\da-f]{32})\.\w+$/.exec(src)?.[1]
  if (stored === undefined) return { src, width, height }
  const wide = Math.min(width, largest)
  return { src: `${stored}-${largest}.jpg`, width: wide, height: Math.round((height * wide) / width) }
}
