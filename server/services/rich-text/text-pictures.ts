import { elementsOf, htmlOf, removeElements, treeOf } from './tree.ts'
import { isHtml } from './stored-text.ts'

/** Where a picture is served, and its size in pixels. */
export type PlacedPicture = { src: string; width: number; height: number }

/**
 * Gives the pictures in a stored text their served addresses and sizes; those that `place` knows nothing of are taken
 * out. Texts without pictures stay as they are.
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

/** The addresses of all pictures in a stored text. */
export function pictureSources(text: string): string[] {
  if (!isHtml(text) || !text.includes('<img')) return []
  return elementsOf(treeOf(text), 'img').flatMap(({ properties: { src } }) =>
    typeof src === 'string' ? [src] : [],
  )
}
