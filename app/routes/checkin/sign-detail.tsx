import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { privateHeaders } from '#app/visitor/private-page.server.ts'
import styles from './check-in.module.css'
import { CheckInResult } from './check-in-result.tsx'
import { loadDetail } from './load-detail.server.ts'

/** Texts of the route `signdetail`. */
export const signDetailTemplate: Template = {
  title: '签到详情',
  keywords: '签到详情,择校活动',
  description: '查看一次活动签到的时间和场次,以及本场的参展学校和近期开放日。',
}

/** How long a result shows at a desk before the redirect, in s. */
const showSeconds = 8

/** A desk's result page redirects by itself (meta refresh); it says so and has a link without the redirect. */
export const meta: MetaFunction<typeof loader> = ({ data: view, matches }) => [
  ...pageMeta(signDetailTemplate, { origin: siteOf(matches).origin }),
  ...(view?.detail?.back === undefined || view.detail.stays === true
    ? []
    : [{ httpEquiv: 'refresh', content: `${showSeconds};url=${view.detail.back}` }]),
]

export const headers = () => privateHeaders

/** `/signdetail/?id=`: one check-in; without an id how to find it. At a desk it redirects back to the form. */
export async function loader(caller: LoaderFunctionArgs) {
  const view = await loadDetail(caller)
  return data(view, view.unknown === true ? 404 : 200)
}

export default function SignDetailPage() {
  const { detail, unknown, shell, build, links } = useLoaderData<typeof loader>()
  return (
    <main id="main" className={styles.page} data-build={build}>
      {detail === undefined ? (
        <FindCheckIn unknown={unknown === true} offline={shell === true} />
      ) : (
        <CheckInResult detail={detail} seconds={showSeconds} />
      )}
      {links.length === 0 ? null : (
        <nav aria-label="接下来">
          <h2>接着看</h2>
          <p className="words">
            {links.map(({ label, href }) => (
              <a className="word" key={href} href={href}>
                {label}
              </a>
            ))}
          </p>
        </nav>
      )}
    </main>
  )
}

/** How to find a check-in. */
function FindCheckIn({ unknown, offline }: { unknown: boolean; offline: boolean }) {
  return (
    <>
      <h1>签到详情</h1>
      {offline ? (
        <p className={styles.closed}>现在没有网络，签到详情联网后才能看。签到本身不受影响。</p>
      ) : null}
      {unknown ? <p className={styles.closed}>没有找到这次签到，请核对链接或二维码。</p> : null}
      <h2>怎样找到我的签到</h2>
      <ul className={styles.help}>
        <li>签到成功的屏幕上有一个二维码，用手机扫一扫就会打开签到详情。</li>
        <li>签到成功的页面可以收藏，之后随时打开。</li>
        <li>都没有的话，请到活动现场的签到处，报手机后四位请工作人员查询。</li>
      </ul>
    </>
  )
}
