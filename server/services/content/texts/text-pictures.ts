import { elementsOf, htmlOf, removeElements, treeOf } from './tree.ts'
import { isHtml } from './stored-text.ts'

/** A picture's served address and its size in pixels. */
export type PlacedPicture = { src: string; width: number; height: number }

/**
 * Sets the served addresses and sizes of pictures in a stored text; pictures unknown to `place` are removed. Texts
 * without pictures stay unchanged.
 */
export async function placePictures(
  text: string,
  place: (src: string) => Promise<PlacedPicture | undefined>,
): Promise<string> {
  if (!isHtml(text) || !text.includes('<img')) return text
  const tree = treeOf(text)
  const unknown = new Set<object>()
  for (const image of elementsOf(tree, 'img')) {
    const { src, alt } = image.properties
    const placed = typeof src === 'string' ? await place(src) : undefined
    if (placed === undefined) unknown.add(image)
    else image.properties = { ...placed, alt: typeof alt === 'string' ? alt : '' }
  }
  removeElements(tree, (element) => unknown.has(element))
  return htmlOf(tree)
}

/** Addresses of all pictures in a stored text. */
export function pictureSources(text: string): string[] {
  if (!isHtml(text) || !text.includes('<img')) return []
  return elementsOf(treeOf(text), 'img').flatMap(({ properties: { src } }) =>
    typeof src === 'string' ? [src] : [],
  )
}
