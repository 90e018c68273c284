import type { SchoolCardData } from '#server/contract/schools.ts'

/** A picture as the API gives it. */
export type PictureData = NonNullable<SchoolCardData['cover']>

type Props = {
  picture: PictureData
  /** Words for those who don't see it; default: the picture's own, or none when it only decorates. */
  alt?: string | undefined
  className?: string | undefined
  /** In sight when the page opens: fetched at once, the main one with priority. */
  eager?: boolean
}

/** A picture with its size and its colour, so that nothing moves when it arrives; fetched late unless `eager`. */
export function Picture({ picture, alt = picture.alt ?? '', className, eager = false }: Props) {
  return (
    <img
      className={className === undefined ? `c-${picture.color}` : `${className} c-${picture.color}`}
      src={picture.src}
      width={picture.width}
      height={picture.height}
      alt={alt}
      decoding="async"
      {...(eager ? {} : { loading: 'lazy' as const })}
    />
  )
}
