import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { childFormPath } from '#app/child/child-address.ts'
import { hasChild, withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { childLabel, readChild } from '#app/child/read-child.server.ts'
import { hasCoreFacts } from '#server/contract/catalogue/school-facts.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { referrerOf } from '#app/referrer.server.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import { privateRedirect } from '#app/city/redirects.ts'
import type { Caller } from '#app/load-context.ts'
import {
  chosenOpenDaysPath,
  homePath,
  schoolListPath,
  toggleComparePath,
  toggleFavouritePath,
} from '#app/paths.ts'
import { PrintButton } from '#app/page-parts/print-button.tsx'
import { PosterLink } from '#app/share/poster-link.tsx'
import { FactOrigins } from '#app/schools/fact-origins.tsx'
import { ShareButton } from '#app/share/share-button.tsx'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { basketCookies, maxCompared, readBasket, schoolIds } from '#app/toggles/basket-cookie.server.ts'
import { flashCookie } from '#app/visitor/flash.server.ts'
import { useVisitor } from '#app/visitor/visitor-state.tsx'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { loadSchools } from '#app/schools/load-schools.server.ts'
import { areSample } from '#app/schools/school-card-view.ts'
import { compareHref } from './compare-paths.ts'
import { compareSchool, compareView } from './compare-rows.server.ts'
import type { CompareView } from './compare-view.ts'
import { CompareTable } from './compare-table.tsx'
import styles from './compare.module.css'
import { NothingToCompare } from './nothing-to-compare.tsx'
import { SameRows } from './same-rows.tsx'
import { renderedFavourites } from '#app/toggles/favourites-among.server.ts'

/** Texts of the route `compare`. */
export const compareTemplate: Template = {
  title: '{extra1}学校对比',
  keywords: '学校对比,{extra1}',
  description: '二到六所学校并排对比{extra2},不同之处一目了然。',
}

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) =>
  pageMeta(compareTemplate, {
    values: {
      extra1: page?.schools.map(({ name }) => name).join('、') ?? '',
      extra2: comparedText(page?.view),
    },
    ...siteOf(matches),
  })

/** What a comparison says, for its description: `:学费、课程`. */
function comparedText(view: CompareView | undefined): string {
  const labels = [...(view?.groups.flatMap(({ rows }) => rows) ?? []), ...(view?.same ?? [])].map(
    ({ label }) => label,
  )
  return labels.length === 0 ? '' : `:${labels.slice(0, 6).join('、')}`
}

/** `/compare/?ids=1,2,3` (repeated `ids` redirect there), and `/compare/`, which redirects to the basket's schools. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const child = readChild(searchParams)
  const given = searchParams.getAll('ids')
  const ids = schoolIds(given)
  const firstOfBasket = readBasket(request).slice(0, maxCompared)
  if (given.length === 0 && firstOfBasket.length > 0) {
    // A link without a child leads on from a page that may have one.
    const shown = hasChild(child) ? child : readChild(referrerOf(request)?.searchParams ?? searchParams)
    throw privateRedirect(compareHref(firstOfBasket, shown))
  }
  if (ids.length > maxCompared) throw await tooMany({ context, request }, ids, child)
  if (given.length > 0 && given.join('&') !== ids.join(',')) throw redirect(compareHref(ids, child))
  const schools = unwrapOrThrow(
    await loadSchools(apiFor({ context, request }), ids, { ...child, entry: true }),
  )
  const shown = schools.map((school) => school.id)
  if (shown.some((id) => !ids.includes(id))) throw followMerged({ context, request }, { ids, shown, child })
  const favourites = await renderedFavourites(
    { context, request },
    schools.map(({ id }) => id),
  )
  return data({
    city: cityOf(request),
    schools: schools.map(compareSchool),
    isSample: areSample(schools),
    view: compareView(schools, child),
    child,
    label: childLabel(child, cityOf(request).code),
    isFull: schools.length >= maxCompared,
    missing: ids.length - schools.length,
    offers: {
      poster: schools.some(hasCoreFacts),
      openDays: schools.some(({ next_open_day: day }) => day !== undefined),
      child: schools.some(answersChild),
    },
    favourites,
  })
}

/** Whether something of a school depends on the child: a grade's costs, whom it takes, how far it is. */
function answersChild({ entry, lat }: SchoolDetailData): boolean {
  const { tuition = [], entry_grades: grades = [], eligibility = [] } = entry ?? {}
  return lat !== undefined || tuition.length + grades.length + eligibility.length > 0
}

/** The comparison with the schools that its schools were merged into, which take their places in the basket. */
function followMerged(
  caller: Caller,
  { ids, shown, child }: { ids: readonly number[]; shown: readonly number[]; child: ChildQuery },
): Response {
  const basket = readBasket(caller.request)
  const isGone = (id: number) => ids.includes(id) && !shown.includes(id)
  const next = basket.some(isGone) ? [...basket.filter((id) => !isGone(id)), ...shown] : basket
  const headers = new Headers({ 'cache-control': 'private, no-store' })
  for (const cookie of basketCookies(caller, [...new Set(next)])) headers.append('set-cookie', cookie)
  return redirect(compareHref(shown, child), { headers })
}

async function tooMany(caller: Caller, ids: readonly number[], child: ChildQuery): Promise<Response> {
  const message = `一次最多对比 ${maxCompared} 所，先看前 ${maxCompared} 所`
  return redirect(compareHref(ids.slice(0, maxCompared), child), {
    headers: { 'cache-control': 'private, no-store', 'set-cookie': await flashCookie(caller, { message }) },
  })
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function ComparePage() {
  const { city, schools, isSample, view, child, label, isFull, missing, offers } =
    useLoaderData<typeof loader>()
  const { basket } = useVisitor()
  const ids = schools.map(({ id }) => id)
  const waiting = basket.filter((id) => !ids.includes(id)).length
  const isInBasket = ids.every((id) => basket.includes(id))
  const here = compareHref(ids, child)
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <Breadcrumbs items={[{ name: `${city.name}首页`, href: homePath(city) }, { name: '学校对比' }]} />
      <div className={styles.heading}>
        <h1>{schools.length < 2 ? '学校对比' : `${schools.length} 所学校对比`}</h1>
        {schools.length === 0 ? null : (
          <p className="words">
            {ids.length < 2 || !offers.poster ? null : <PosterLink of={['compare', ids]} />}
            <ShareButton />
          </p>
        )}
      </div>
      {label === '' ? null : (
        <p className="small">
          <b>{label}</b>{' '}
          <a className="part" href={childFormPath(here)}>
            修改
          </a>
          {isSample ? (
            <>
              {' '}
              <span className="soft part">学校都是示例数据</span>
            </>
          ) : null}
        </p>
      )}
      {missing === 0 ? null : <Notice tone="warn">有 {missing} 所学校没有找到，没有列出。</Notice>}
      {schools.length === 0 ? (
        <NothingToCompare city={city} />
      ) : (
        <>
          <form className={`words ${styles.tools}`} method="post" action={toggleComparePath}>
            {ids.map((id) => (
              <input key={id} type="hidden" name="id" value={id} />
            ))}
            {isFull ? null : (
              <button className="word" name="back" value={withChild(schoolListPath(city), child)}>
                添加学校
              </button>
            )}
            {isInBasket ? null : (
              <button className="word" name="back" value={here}>
                加入我的对比
              </button>
            )}
            <button className="word" formAction={toggleFavouritePath} name="back" value={here}>
              全部收藏
            </button>
            {offers.openDays ? (
              <a className="word" href={withChild(chosenOpenDaysPath(city, ids), child)}>
                看开放日
              </a>
            ) : null}
          </form>
          {schools.length === 1 ? <Notice>再加一所学校，就可以并排对比。</Notice> : null}
          {waiting === 0 ? null : <p className="soft small">对比栏里还有 {waiting} 所学校没有显示在这里。</p>}
          {label === '' && offers.child ? (
            <p className={`soft small ${styles.hint}`}>
              {isSample ? '示例数据。' : null}
              <a href={childFormPath(here)}>填孩子的年级和住处</a>
              ，就按这个年级算学费，再看离家多远、能不能报。
            </p>
          ) : null}
          <CompareTable schools={schools} isAllSample={isSample} view={view} child={child} back={here} />
          <SameRows same={view.same} unknown={view.unknown} />
          <div className={styles.origins}>
            {schools.map(({ id, name, origins }) => (
              <FactOrigins key={id} title={`${name}：每一项的来源和日期`} origins={origins} />
            ))}
          </div>
          <p className="words section">
            <PrintButton />
          </p>
        </>
      )}
    </main>
  )
}
