import { usePicture } from './use-picture.ts'
import { useRootData } from '#app/root-data.ts'
import type { SchoolCardData } from '#server/contract/schools/schools.ts'

/** A picture as the API gives it. */
export type PictureData = NonNullable<SchoolCardData['cover']>

type Props = {
  picture: PictureData
  /** Alternative text; default: the picture's own, or none when it only decorates. */
  alt?: string | undefined
  className?: string | undefined
  /** Whether it is the largest picture in the first viewport: loaded eagerly with high priority. */
  eager?: boolean
  /** The `sizes` attribute; default: as on a card. */
  sizes?: string
  /** Whether it is shown wider than a card, which selects the offered widths (server/contract/media/picture-widths.ts). */
  wide?: boolean
}

/**
 * A responsive picture with its size and placeholder colour, so that the layout does not shift; loaded lazily unless
 * `eager`. Lite pages offer the narrowest width only.
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
  const [basePath] = picture.src.split('.')
  const widths = wide ? [320, 640, 960, 1280] : [160, 320, 640]
  const src = `${basePath}-${widths[0]}`
  const { key, attributes } = usePicture(src, eager !== true)
  return (
    <img
      key={key}
      {...(eager ? { fetchpriority: 'high' } : {})}
      {...attributes}
      {...(lite ? {} : { sizes, srcSet: widths.map((width) => `${basePath}-${width} ${width}w`).join() })}
      className={`${className} c-${picture.color}`.trim()}
      src={src}
      width={picture.width}
      height={picture.height}
      alt={alt}
      decoding="async"
    />
  )
}
