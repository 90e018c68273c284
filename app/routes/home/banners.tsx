import type { listBanners } from '#server/contract/articles/banners.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { Picture } from '#app/media/picture.tsx'
import styles from './banners.module.css'

type Props = { banners: DataOf<typeof listBanners>['items'] }

/** The operator's banners: a row that scrolls on phones, a list on wide pages; paid ones are labelled. */
export function Banners({ banners }: Props) {
  if (banners.length === 0) return null
  const isOne = banners.length === 1
  const sizes = `(min-width:900px) ${isOne ? 540 : 180}px,90vw`
  return (
    <ul className={isOne ? `${styles.banners} ${styles.one}` : styles.banners} aria-label="专题">
      {banners.map(({ id, title, subtitle, href, picture, paid }, at) => (
        <li key={id}>
          <a href={href}>
            <Picture picture={picture} alt="" sizes={sizes} wide eager={at === 0} />
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
