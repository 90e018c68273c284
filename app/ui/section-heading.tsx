import { Icon } from './icon.tsx'
import styles from './section-heading.module.css'

type Props = {
  title: string
  /** Fragment id of the heading. */
  id?: string
  /** A line below the heading. */
  note?: string | undefined
  /** Link to the whole list. */
  href?: string | undefined
  more?: string | undefined
}

/** A section's heading, with an optional link to the whole list. */
export function SectionHeading({ title, id, note, href, more = '查看全部' }: Props) {
  return (
    <div className={styles.heading}>
      <h2 id={id}>{title}</h2>
      {href === undefined ? null : (
        <a href={href}>
          {more}
          <span className="vh">{`：${title}`}</span>
          <Icon name="right" size={16} />
        </a>
      )}
      {note === undefined ? null : <p className="soft small">{note}</p>}
    </div>
  )
}
