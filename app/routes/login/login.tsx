import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { withNetworkFallback } from '#app/api/network-fallback.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { withErrorTitle } from '#app/forms/error-title.ts'
import type { Caller } from '#app/load-context.ts'
import { LoginForm } from '#app/accounts/login-form.tsx'
import { logIn, sendLoginCode, type LoginAnswer } from '#app/accounts/log-in.server.ts'
import { loginReason } from '#app/accounts/login-reason.server.ts'
import { getCenterInfo } from '#server/contract/accounts/center.ts'
import { apiFor } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import { closeSession } from '#app/cookies/session-cookie.server.ts'
import { hasTokenCookie, tokenOf } from '#app/cookies/token.ts'
import styles from '#app/accounts/login.module.css'
import { favouritesPath, homePath, loginPath, personalPath } from '#app/paths.ts'
import { siteOf, useCity } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { browserIdCookies } from '#app/cookies/browser-cookie.server.ts'
import { privateJson, privateHeaders, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { safeReturnPath } from '#app/visitor/return-path.ts'
import { exchangeToken } from './exchange-token.server.ts'

/** Texts of the route `login`. */
export const loginTemplate: Template = {
  title: '登录',
  keywords: '登录,手机验证码登录',
  description: '用手机验证码登录,收藏学校、预约参观、查看我的申请。',
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  withErrorTitle(pageMeta(loginTemplate, siteOf(matches)), matches)

export const headers = () => privateHeaders

/** `/login/`, `/login/?redirect=`: the first step; redirects a visitor with a valid session. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const back = safeReturnPath(new URL(request.url).searchParams.get('redirect'))
  const cookies = await redirectIfLoggedIn({ context, request }, back)
  const reason = await loginReason({ context, request })
  const facts = { ...(back === undefined ? {} : { back }), ...(reason === undefined ? {} : { reason }) }
  return privateJson(facts, 200, [...cookies, ...browserIdCookies({ context, request })])
}

/**
 * Sends a code, logs in with one, or exchanges a token that an older version of the site stored. A plain form is
 * redirected back to where the visitor came from; a fetcher sends `stay` and gets the profile.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const { intent, redirect, stay, ...fields } = await readForm(request)
  const back = safeReturnPath(redirect ?? new URL(request.url).searchParams.get('redirect'))
  const outcome = await answerTo(caller, intent, fields)
  if (!('loggedIn' in outcome)) {
    const answer: LoginAnswer & { back?: string } = { ...outcome, ...(back === undefined ? {} : { back }) }
    return privateJson(answer, answer.problem?.status ?? 200)
  }
  const { loggedIn, cookies } = outcome
  if (stay === '1') return privateJson(loggedIn, 200, cookies)
  throw await redirectWithFlash(caller, back ?? personalPath(), { message: loggedIn.message, cookies })
}

async function answerTo(
  caller: Caller,
  intent: string | undefined,
  fields: Readonly<Record<string, string>>,
) {
  if (intent === 'login') return logIn(caller, fields)
  return intent === 'exchange' ? exchangeToken(caller, fields['token']) : sendLoginCode(caller, fields)
}

/** Without a response the form stays, with its input. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const fields = new URLSearchParams(await request.clone().text())
  return withNetworkFallback(serverAction<typeof action>(), (message) => ({
    step: fields.get('step') === 'code' ? ('code' as const) : ('phone' as const),
    phone: fields.get('phone') ?? '',
    agreed: fields.has('agreed'),
    problem: { message, fields: {}, status: 503 },
  }))
}

/** Pages that require a login and would redirect back here. */
function isGuarded(path: string): boolean {
  return path.startsWith(personalPath()) || path.startsWith(favouritesPath)
}

export default function LoginPage() {
  const { back, reason } = useLoaderData<typeof loader>()
  const outcome = useActionData<typeof action>()
  const answer = outcome?.step === 'done' ? undefined : outcome
  const returnTo = answer?.back ?? back
  const home = homePath(useCity())
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={[{ name: '首页', href: home }, { name: '登录' }]} />
      <div className={styles.login}>
        <h1>登录</h1>
        <p className="soft">手机验证码登录，第一次登录自动注册。</p>
        {reason === undefined ? null : <p>{reason}。</p>}
        <LoginForm answer={answer} action={loginPath(returnTo)} back={returnTo} />
        <Notice>不要把验证码告诉任何人，我们也不会向您索要。</Notice>
        <p className="soft small">手机号加密保存。</p>
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

/**
 * Redirects a visitor who is logged in already. Resolves to no cookies without a session, and to those that delete it
 * when the API refuses it or the cookie holds no token; while the API is away the session stays.
 */
async function redirectIfLoggedIn(caller: Caller, back: string | undefined): Promise<string[]> {
  if (tokenOf(caller) === undefined) return hasTokenCookie(caller) ? closeSession(caller) : []
  try {
    const reply = await apiFor(caller)(getCenterInfo, {})
    if (!reply.ok) return []
  } catch (error) {
    return error instanceof NotLoggedInError ? closeSession(caller) : []
  }
  throw redirect(back ?? personalPath(), { status: 302, headers: privateHeaders })
}
