import { ChildLink } from '#app/child/child-link.tsx'
import type { ChildQuery } from '#server/contract/child/child-query.ts'
import { correctionPath, orderPath, toggleComparePath, toggleFavouritePath } from '#app/paths.ts'
import { useFavourite } from '#app/toggles/use-toggle.ts'
import { compareHref } from './compare-paths.ts'
import type { CompareSchool } from './compare-view.ts'
import styles from './compare.module.css'

type Props = {
  school: CompareSchool
  /** The child for whom the page speaks. */
  child: ChildQuery
  /** The other schools of the comparison. */
  others: readonly number[]
}

/** Id of the form of the favourite toggles. */
const favouriteForm = 'favourite'

/** The form of the favourite toggles without scripts; redirects back to the comparison. */
export function FavouriteForm({ back }: { back: string }) {
  return (
    <form id={favouriteForm} method="post" action={toggleFavouritePath}>
      <input type="hidden" name="back" value={back} />
    </form>
  )
}

/** What a parent does next about a school: visit, ask, call, remember it, and at last take it out of the comparison. */
export function NextSteps({ school, child, others }: Props) {
  const { id, name, state, isReceiving, call, phone, website } = school
  const favourite = useFavourite(id)
  return (
    <form className={styles.steps} method="post" action={toggleComparePath}>
      {isReceiving && state === undefined ? (
        <ChildLink className="button" href={orderPath({ schoolId: id })} aria-label={`预约参观${name}`}>
          预约
        </ChildLink>
      ) : null}
      {isReceiving === undefined ? null : (
        <ChildLink
          className="button quiet"
          href={orderPath({ orderType: 'consult', schoolId: id })}
          aria-label={`咨询${name}`}
        >
          咨询
        </ChildLink>
      )}
      <button
        className="button quiet"
        form={favouriteForm}
        {...favourite.attributes}
        aria-label={favourite.isOn ? `已收藏${name}，点一下取消` : `收藏${name}`}
      >
        {favourite.isOn ? '已收藏' : '收藏'}
      </button>
      {phone === undefined ? null : call === undefined ? (
        <span className="soft">{phone}</span>
      ) : (
        <a href={call}>{phone}</a>
      )}
      <input type="hidden" name="back" value={compareHref(others, child)} />
      {website === undefined ? null : (
        <a className={styles.half} href={website} rel="noopener" aria-label={`${name}官网`}>
          官网
        </a>
      )}
      <a className={styles.half} href={correctionPath(id)} aria-label={`纠错：${name}的资料有误`}>
        纠错
      </a>
      <button name="remove" value={id} aria-label={`移出对比：${name}`}>
        移出对比
      </button>
    </form>
  )
}
