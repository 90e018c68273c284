import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { cityOf } from '#app/city/position-cookie.ts'
import {
  budgetIn,
  rememberChildren,
  rememberedChildren,
  type RememberedChild,
} from '#app/child/child-cookie.server.ts'
import { childFormPath } from '#app/child/child-address.ts'
import { hasChild } from '#server/contract/child/child-query.ts'
import { childLabel, readChild } from '#app/child/read-child.server.ts'
import { homePath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { privateHeaders, privateJson } from '#app/visitor/private-page.server.ts'
import { childChoices } from './child-choices.server.ts'
import { ChildForm } from './child-form.tsx'
import { RememberedChildren } from './remembered-children.tsx'
import { pageForChild, readBack } from './back.server.ts'
import styles from './child.module.css'

/** Texts of the route `child`. */
export const childTemplate: Template = {
  title: '按孩子的情况看学校',
  keywords: '按年级选学校,能不能报,学费,离家多远',
  description: '填孩子的年级、户籍和住处,看每所学校能不能报、一年多少钱、报名截止还有几天、离家多远。',
}

export const meta: MetaFunction<typeof loader> = ({ matches }) => pageMeta(childTemplate, siteOf(matches))

export const headers = () => privateHeaders

/**
 * `/child/`: the form that describes a child, filled in from its own address, else from that of the page at `?back=`, else
 * from what this browser remembers; with `?second=1` the empty form of a second one.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams: own } = new URL(request.url)
  const { back, city, query } = readBack(own.get('back'), cityOf(request))
  const remembered = rememberedChildren(request)
  const [shown = { child: {} }] = remembered
  const isSecond = own.has('second') && remembered.length > 0
  const described = isSecond ? own : [own, query].find((each) => hasChild(readChild(each)))
  const { child, budget } = described ? { child: readChild(described), budget: budgetIn(described) } : shown
  return privateJson({
    back,
    city,
    child,
    ...(budget === undefined ? {} : { budget }),
    choices: childChoices(city, child),
    isSecond,
    remembered: remembered.map((each) => childLabel(each.child, city.code)),
  })
}

/**
 * Remembers the child where that was chosen, now or before, and leads to the page for it: in the place of the shown one, or,
 * with `second`, before it. `switch` shows the other one, `forget` drops the one at that place, `clear` all of them.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const fields = new URLSearchParams(await request.text())
  const { back } = readBack(fields.get('back'), cityOf(request))
  const remembered = rememberedChildren(request)
  const answer = (location: string, kept?: readonly RememberedChild[]) => {
    const headers = new Headers(privateHeaders)
    if (kept !== undefined) headers.set('set-cookie', rememberChildren({ context, request }, kept))
    return redirect(location, { status: 303, headers })
  }
  if (fields.has('clear')) return answer(pageForChild(back, {}, undefined), [])
  if (fields.has('forget')) {
    const place = fields.get('forget')
    const left = remembered.filter((_child, at) => String(at) !== place)
    return answer(childFormPath(place === '0' ? pageForChild(back, {}, undefined) : back), left)
  }
  const [shown, other] = remembered
  if (fields.has('switch') && shown !== undefined && other !== undefined)
    return answer(pageForChild(back, other.child, other.budget), [other, shown])
  const child = readChild(fields)
  const budget = budgetIn(fields)
  const location = pageForChild(back, child, budget)
  if (!fields.has('remember') && shown === undefined) return answer(location)
  const others = fields.has('second') ? shown : other
  return answer(location, [
    { child, ...(budget === undefined ? {} : { budget }) },
    ...(others === undefined ? [] : [others]),
  ])
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function ChildPage() {
  const { back, city, child, budget, choices, isSecond, remembered } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={[{ name: `${city.name}首页`, href: homePath(city) }, { name: '按孩子看' }]} />
      <div className={styles.page}>
        <h1>按孩子的情况看学校</h1>
        <p>填一次，名单和学校页面查到多少写多少：能不能报、这个年级一年多少钱、报名还剩几天、离家多远。</p>
        {remembered.length > 1 ? <RememberedChildren back={back} labels={remembered} /> : null}
        {isSecond ? <p>第二个孩子：名单和学校页面一次为一个孩子看，随时可以换。</p> : null}
        <ChildForm
          back={back}
          city={city}
          child={child}
          budget={budget}
          choices={choices}
          isRemembered={remembered.length > 0}
          isSecond={isSecond}
        />
        {remembered.length === 1 && !isSecond ? <RememberedChildren back={back} labels={remembered} /> : null}
        <p className="soft small">
          不用登录。选项写在网址里，复制网址发给家人，看到的一样。勾选了才记在这台设备上（不记定位），180&nbsp;天后自动清除；网站不存。
        </p>
      </div>
    </main>
  )
}
