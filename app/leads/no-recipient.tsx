import { ChildLink } from '#app/child/child-link.tsx'
import { noRecipientText } from '#server/contract/leads/recipient.ts'
import { correctionPath, schoolPath, toggleFavouritePath } from '#app/paths.ts'
import { useFavourite } from '#app/toggles/use-toggle.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { OrderView } from './load-order.server.ts'
import styles from './order-form.module.css'

/** What a parent can do about a school for which nobody receives requests, and why there is no form; nothing otherwise. */
export function NoRecipient({ view: { school, recipient } }: { view: OrderView }) {
  if (recipient !== undefined || school === undefined) return null
  return <OtherWays school={school} />
}

function OtherWays({ school: { id, name, site, search } }: { school: NonNullable<OrderView['school']> }) {
  const favourite = useFavourite(id)
  return (
    <>
      <Notice>{noRecipientText(name)}。想参观或提问，请直接联系学校。</Notice>
      <form method="post" action={toggleFavouritePath} className={styles.ways}>
        <input type="hidden" name="back" value={schoolPath(id)} />
        {site === undefined && search === undefined ? null : (
          <a className="button" href={site ?? search} rel="noopener">
            {site === undefined ? '搜索官网' : '学校官网'}
          </a>
        )}
        <button
          className="button quiet"
          {...favourite.attributes}
          aria-label={favourite.isOn ? `已收藏${name}，点一下取消` : `收藏${name}`}
        >
          {favourite.isOn ? '已收藏' : '收藏'}
        </button>
        <ChildLink className="word" href={schoolPath(id)}>
          看学校资料
        </ChildLink>
        <a className="word" href={correctionPath(id)}>
          资料有误，纠错
        </a>
      </form>
    </>
  )
}
