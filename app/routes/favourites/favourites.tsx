import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { cityOf } from '#app/city/position-cookie.ts'
import { pageNumberIn } from '#app/page-number.ts'
import {
  chosenOpenDaysPath,
  comparePath,
  homePath,
  personalPath,
  toggleFavouritePath,
  schoolListPath,
  searchPath,
  topListPath,
} from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { SchoolCardView } from '#app/schools/school-card-view.ts'
import { Pager } from '#app/ui/pager.tsx'
import { SchoolCards } from '#app/schools/school-card.tsx'
import { privateJson, privateHeaders } from '#app/visitor/private-page.server.ts'
import { requireVisitor } from '#app/visitor/require-visitor.server.ts'
import { controlsWith, Withdrawn, type NoteProps } from './favourite-controls.tsx'
import {
  favouriteNotePath,
  favouritesHref,
  favouritesSorts,
  readSort,
  type FavouritesSort,
} from './favourites-sort.ts'
import type { City } from '#server/contract/cities.ts'
import styles from './favourites.module.css'
import { loadFavourites } from './load-favourites.server.ts'

/** Texts of the route `myCollect`. */
export const myCollectTemplate: Template = {
  title: '我的收藏',
  keywords: '我的收藏,收藏的学校',
  description: '我收藏的学校,可排序、对比和预约。',
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => pageMeta(myCollectTemplate, siteOf(matches))

export const headers = () => privateHeaders

/** `/mycollect/`: the visitor's favourites of all cities, sorted and paginated. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  await requireVisitor(caller)
  const { searchParams } = new URL(request.url)
  const order = readSort(searchParams.get('sort'))
  const found = await loadFavourites(caller, order, pageNumberIn(searchParams))
  if (found.page > found.last) throw redirect(favouritesHref(order, found.last))
  return privateJson({ ...found, order, city: cityOf(request) })
}

export default function FavouritesPage() {
  const { cards, withdrawn, notes, total, page, pageSize, order, city } = useLoaderData<typeof loader>()
  const noteOf = (id: number): NoteProps => ({
    note: notes[id],
    noteHref: favouritesHref(order, page, favouriteNotePath(id)),
  })
  return (
    <main id="main" className="wrap">
      <Breadcrumbs
        items={[
          { name: '首页', href: homePath(city) },
          { name: '个人中心', href: personalPath() },
          { name: '我的收藏' },
        ]}
      />
      <h1>{total === 0 ? '我的收藏' : `我的收藏 ${total} 所`}</h1>
      {total === 0 ? (
        <NoFavourites city={city} />
      ) : (
        <>
          <form id="remove" method="post" action={toggleFavouritePath}>
            <input type="hidden" name="back" value={favouritesHref(order, page)} />
          </form>
          {cards.length === 0 ? null : (
            <>
              <Orders current={order} />
              <form id="choose" className={styles.choose} action={comparePath()}>
                <button className="button">对比选中的学校</button>
                <span className="soft small part">{'在学校下面勾选 2–6\u00a0所'}</span>
              </form>
              <p>
                <a href={chosenOpenDaysPath(city, idsOf(cards))}>看这些学校的开放日</a>
              </p>
              <div className={styles.cards}>
                <SchoolCards schools={cards} level={2} inSight={3} more={controlsWith(noteOf)} />
              </div>
            </>
          )}
          {withdrawn.length === 0 ? null : <Withdrawn schools={withdrawn} noteOf={noteOf} />}
          <Pager
            page={page}
            pageSize={pageSize}
            total={total}
            unit="所"
            hrefOf={(other) => favouritesHref(order, other)}
          />
        </>
      )}
    </main>
  )
}

function idsOf(cards: readonly SchoolCardView[]): number[] {
  return cards.map(({ id }) => id)
}

function Orders({ current }: { current: FavouritesSort }) {
  return (
    <nav aria-label="排序">
      <p className={`words ${styles.orders}`}>
        {favouritesSorts.map(({ slug, label }) => (
          <a
            className="word"
            key={slug}
            href={favouritesHref(slug, 1)}
            aria-current={slug === current ? 'true' : undefined}
          >
            {label}
          </a>
        ))}
      </p>
    </nav>
  )
}

/** Empty state of the favourites. */
function NoFavourites({ city }: { city: City }) {
  return (
    <div className="panel section">
      <p>
        <b>还没有收藏学校。</b>
        在学校列表或学校页面点“收藏”，学校就会在这里，可以按学费排序，也可以选几所对比。
      </p>
      <p className="section words">
        <a className="button" href={schoolListPath(city)}>
          看{city.name}的学校
        </a>
        <a className="button quiet" href={topListPath(city)}>
          看榜单
        </a>
        <a className="button quiet" href={searchPath()}>
          搜索学校
        </a>
      </p>
    </div>
  )
}
