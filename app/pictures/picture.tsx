import { usePicture } from '#app/pictures/use-picture.ts'
import { useRootData } from '#app/root-data.ts'
import type { SchoolCardData } from '#server/contract/schools.ts'

/** A picture as the API gives it. */
export type PictureData = NonNullable<SchoolCardData['cover']>

type Props = {
  picture: PictureData
  /** Words for those who don't see it; default: the picture's own, or none when it only decorates. */
  alt?: string | undefined
  className?: string | undefined
  /** In sight when the page opens, and the largest thing there: fetched first. */
  eager?: boolean
  /** How wide it is shown, as in HTML; default: as on a card. */
  sizes?: string
  /** Shown wider than a card: which of the served widths (server/contract/picture-widths.ts) are offered. */
  wide?: boolean
}

/**
 * A picture with its size and its colour, so that nothing moves when it arrives; fetched late unless `eager`. The
 * browser chooses the width; lite pages offer the narrowest alone.
 */
export function Picture({
  picture,
  alt = picture.alt ?? '',
  className = '',
  eager,
  sizes = '(min-width:750px) 350px,180px',
  wide,
}: Props) {
  const lite = useRootData()?.lite
  const [kept] = picture.src.split('.')
  const widths = wide ? [320, 640, 960, 1280] : [160, 320, 640]
  const src = `${kept}-${widths[0]}`
  const { key, attributes } = usePicture(src, eager !== true)
  return (
    <img
      key={key}
      {...(eager ? { fetchpriority: 'high' } : {})}
      {...attributes}
      {...(lite ? {} : { sizes, srcSet: widths.map((width) => `${kept}-${width} ${width}w`).join() })}
      className={`${className} c-${picture.color}`.trim()}
      src={src}
      width={picture.width}
      height={picture.height}
      alt={alt}
      decoding="async"
    />
  )
}
