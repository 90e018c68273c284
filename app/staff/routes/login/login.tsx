import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useActionData, useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { browserIdCookies } from '#app/cookies/browser-cookie.server.ts'
import type { Caller } from '#app/load-context.ts'
import { safeReturnPath } from '#app/visitor/return-path.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { loadIfLoggedIn } from '../../access/staff-api.server.ts'
import { cookieHeaders, openStaffSession, staffTokenOf } from '../../access/staff-cookie.server.ts'
import { AreaFrame } from '../../parts/area-frame.tsx'
import { Page } from '../../parts/page.tsx'
import { staffMeta } from '../../parts/staff-meta.ts'
import { loginPath, todayPath } from '../../paths.ts'
import { sendCode, verifyCode, verifyFactor } from './log-in.server.ts'
import type { LoginState } from './login-state.ts'
import { CodeStep, CodesStep, FactorStep, PhoneStep } from './login-steps.tsx'

export const meta: MetaFunction<typeof loader> = (page) => [
  ...staffMeta('登录', page),
  ...(page.data?.reload === undefined
    ? []
    : [{ httpEquiv: 'refresh', content: `0;url=${page.data.reload}` }]),
]

/** `/staff/login/`, `?to=`: the first step; a member who is logged in goes on to the page. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  const query = new URL(request.url).searchParams
  const to = safeReturnPath(query.get('to'))
  if ((await loadIfLoggedIn(caller, getStaffMe)) !== undefined) throw redirect(to ?? todayPath)
  const reload = query.has('again') ? undefined : reloadOf(caller, to)
  const facts = { to, isOver: query.has('over'), reload }
  return data(facts, { headers: cookieHeaders(browserIdCookies(caller)) })
}

/** Not after a step of the form: with the session that it opened the loader would leave the recovery codes. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formAction, defaultShouldRevalidate }) =>
  formAction === undefined && defaultShouldRevalidate

/**
 * A link of another site does not bring the session's cookie, one of this site does: the page loads itself once more, and
 * then goes on to where the link leads.
 */
function reloadOf(caller: Caller, to: string | undefined): string | undefined {
  const isOfOtherSite = caller.request.headers.get('sec-fetch-site') === 'cross-site'
  if (!isOfOtherSite || to === undefined || staffTokenOf(caller) !== undefined) return undefined
  const query = new URLSearchParams({ to, again: '1' })
  return `?${query.toString()}`
}

/** Sends the code, verifies it, or verifies the second factor and opens the session. */
export async function action({ context, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const { intent, to, ...fields } = await readFields(request)
  const next = safeReturnPath(to) ?? todayPath
  const state = await stepAfter(caller, intent, fields)
  if (state.step !== 'done') return data(state, { status: state.problem?.status ?? 200 })
  const headers = cookieHeaders(openStaffSession(caller, state.token))
  if (state.codes === undefined) throw redirect(next, { status: 303, headers })
  const codes: LoginState = { step: 'codes', codes: state.codes, next, values: {} }
  return data(codes, { headers })
}

function stepAfter(caller: Caller, intent: string | undefined, fields: Readonly<Record<string, string>>) {
  if (intent === 'code') return verifyCode(caller, fields)
  return intent === 'factor' ? verifyFactor(caller, fields) : sendCode(caller, fields)
}

const titles = { phone: '登录', code: '输入验证码', factor: '输入动态码', codes: '保存恢复码' }

export default function LoginPage() {
  const { to, isOver } = useLoaderData<typeof loader>()
  const state: LoginState = useActionData<typeof action>() ?? { step: 'phone', values: {} }
  const path = loginPath({ to })
  const isFirstTime = state.step === 'factor' && state.enrolment !== undefined
  return (
    <AreaFrame>
      <Page title={isFirstTime ? '设置动态码' : titles[state.step]}>
        {isOver && state.step === 'phone' ? <p>登录已结束，请重新登录。</p> : null}
        {state.step === 'phone' ? <PhoneStep path={path} to={to} state={state} /> : null}
        {state.step === 'code' ? <CodeStep path={path} to={to} state={state} /> : null}
        {state.step === 'factor' ? <FactorStep path={path} to={to} state={state} /> : null}
        {state.step === 'codes' ? <CodesStep state={state} /> : null}
      </Page>
    </AreaFrame>
  )
}
