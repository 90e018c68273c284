import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readForm } from '#app/forms/read-form.server.ts'
import { withRefusedTitle } from '#app/forms/refused-title.ts'
import { favouritesPath, homePath, loginPath, personalPath, privacyPath } from '#app/paths.ts'
import { siteOf, useCity } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { loginTemplate } from '#app/seo/templates/login.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { countPending } from '#app/visitor/pending.server.ts'
import { nameBrowser } from '#app/visitor/browser-cookie.server.ts'
import { privateData, privateHeaders } from '#app/visitor/private-page.server.ts'
import { safeReturnPath } from '#app/visitor/return-path.ts'
import { exchangeToken } from './exchange-token.server.ts'
import { leadOn } from './lead-on.server.ts'
import { LoginForm } from './login-form.tsx'
import { logIn, sendLoginCode, type LoginAnswer } from './log-in.server.ts'
import styles from './login.module.css'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  withRefusedTitle(pageMeta(loginTemplate, siteOf(matches)), matches)

export const headers = () => privateHeaders

/** `/login/`, `/login/?redirect=`: the first step; a visitor with a working token is led on. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const back = safeReturnPath(new URL(request.url).searchParams.get('redirect'))
  const cookies = await leadOn({ context, request }, back)
  const favourites = await countPending({ context, request })
  return privateData({ ...(back === undefined ? {} : { back }), favourites }, 200, [
    ...cookies,
    ...nameBrowser({ context, request }),
  ])
}

/** Sends a code, logs in with one, or takes over a token that an older version of the site left in the browser. */
export async function action({ context, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const { intent, redirect, ...fields } = await readForm(request)
  const back = safeReturnPath(redirect ?? new URL(request.url).searchParams.get('redirect'))
  if (intent === 'exchange') throw await exchangeToken(caller, fields['token'])
  const answer: LoginAnswer =
    intent === 'login' ? await logIn(caller, fields, back) : await sendLoginCode(caller, fields)
  return privateData({ ...answer, ...(back === undefined ? {} : { back }) }, answer.problem?.status ?? 200)
}

/** Pages that would lead back here at once. */
function isGuarded(path: string): boolean {
  return path.startsWith(personalPath()) || path.startsWith(favouritesPath)
}

export default function LoginPage() {
  const { back, favourites } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const returnTo = answer?.back ?? back
  const home = homePath(useCity())
  return (
    <main id="main" className="wrap">
      <Breadcrumbs trail={[{ name: '首页', href: home }, { name: '登录' }]} />
      <div className={styles.login}>
        <h1>登录</h1>
        <p className="soft">手机验证码登录，第一次登录自动注册。</p>
        {favourites === 0 ? null : (
          <p>登录后会自动收藏刚才选的{favourites === 1 ? '' : ` ${favourites} 所`}学校。</p>
        )}
        <LoginForm answer={answer} action={loginPath(returnTo)} back={returnTo} />
        <Notice>请勿把验证码告诉任何人，我们也不会向您索要。</Notice>
        <p className="soft small">
          登录即表示您已阅读<a href={privacyPath}>隐私政策</a>。手机号加密保存，不会出现在网址里。
        </p>
        {returnTo === undefined ? null : isGuarded(returnTo) ? (
          <p>
            <a href={home}>先不登录，返回首页</a>
          </p>
        ) : (
          <p>
            <a href={returnTo}>先不登录，继续看学校</a>
          </p>
        )}
      </div>
    </main>
  )
}
