import { Icon } from './icon.tsx'
import styles from './section-heading.module.css'

type Props = {
  title: string
  /** Makes the heading a target of links on the page. */
  id?: string
  /** One line under the heading. */
  note?: string | undefined
  /** Where all of it is. */
  href?: string | undefined
  more?: string | undefined
}

/** Heading of a page's section, with a link to the whole of which the section shows a part. */
export function SectionHeading({ title, id, note, href, more = '查看全部' }: Props) {
  return (
    <div className={styles.heading}>
      <h2 id={id}>{title}</h2>
      {href === undefined ? null : (
        <a href={href}>
          {more}
          <span className="vh">：{title}</span>
          <Icon name="right" size={16} />
        </a>
      )}
      {note === undefined ? null : <p className="soft small">{note}</p>}
    </div>
  )
}
