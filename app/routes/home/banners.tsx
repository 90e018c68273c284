import type { listBanners } from '#server/contract/banners.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { Picture } from '#app/pictures/picture.tsx'
import styles from './banners.module.css'

type Props = { banners: DataOf<typeof listBanners> }

/** The operator's banners in a horizontally scrolling row; paid ones are labelled. */
export function Banners({ banners }: Props) {
  if (banners.length === 0) return null
  return (
    <ul
      className={banners.length === 1 ? `${styles.banners} ${styles.one}` : styles.banners}
      aria-label="专题"
    >
      {banners.map(({ id, title, subtitle, href, picture, paid }, at) => (
        <li key={id}>
          <a href={href}>
            <Picture picture={picture} alt="" sizes="(min-width:900px) 1120px,90vw" wide eager={at === 0} />
            <span className={styles.words}>
              <strong>{title}</strong>
              {subtitle === undefined ? null : <span>{subtitle}</span>}
            </span>
            {paid ? <span className={styles.paid}>广告</span> : null}
          </a>
        </li>
      ))}
    </ul>
  )
}
