import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { cancelClue } from '#server/contract/clue.ts'
import { sendClueCode } from '#server/contract/login.ts'
import { sendForm } from '#app/api/client.server.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { withRefusedTitle } from '#app/forms/refused-title.ts'
import { TextField } from '#app/forms/text-field.tsx'
import styles from '#app/order/order-form.module.css'
import { requireReference } from '#app/order/require-reference.server.ts'
import { homePath, personalPath, requestPath } from '#app/paths.ts'
import { siteOf, useCity, useRootData } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { orderCancelTemplate } from '#app/seo/templates/order-cancel.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { nameBrowser } from '#app/visitor/browser-cookie.server.ts'
import { hasCode, orNotNow, waitIn } from '#app/visitor/own-call.server.ts'
import { privateData, privateHeaders, privateSeeOther } from '#app/visitor/private-page.server.ts'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  withRefusedTitle(pageMeta(orderCancelTemplate, siteOf(matches)), matches)

export const headers = () => privateHeaders

/** `/order/{reference}/cancel/`: takes a request back without an account, with `?done=1` after it. */
export function loader({ context, params, request }: LoaderFunctionArgs) {
  const reference = requireReference(params.reference)
  return privateData(
    { reference, done: new URL(request.url).searchParams.has('done') },
    200,
    nameBrowser({ context, request }),
  )
}

type CancelAnswer = {
  phone?: string | undefined
  sent: boolean
  problem?: FormProblem
}

/** Sends a code to the phone of the request, or takes the request back with one. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const reference = requireReference(params.reference)
  const { intent, phone, code } = await readForm(request)
  const wantsCode = intent !== 'cancel'
  const reply = wantsCode
    ? await orNotNow(sendForm(caller, sendClueCode, { phone }))
    : await orNotNow(sendForm(caller, cancelClue, { reference, phone, code }))
  if (reply.ok && !wantsCode) throw privateSeeOther(`${requestPath(reference, 'cancel')}?done=1`)
  const problem = reply.ok ? undefined : problemOf(reply)
  const wait = reply.ok || wantsCode ? undefined : waitIn(reply.data)
  const answer: CancelAnswer = {
    phone,
    sent: reply.ok || !wantsCode || hasCode(reply.data),
    ...(problem && {
      problem: wait === undefined ? problem : { ...problem, message: `${problem.message}（${wait}后）` },
    }),
  }
  return privateData(answer, problem?.status ?? 200)
}

export default function CancelPage() {
  const { reference, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const city = useCity()
  const loggedIn = useRootData()?.loggedIn === true
  return (
    <main id="main" className="wrap">
      <Breadcrumbs trail={[{ name: '首页', href: homePath(city) }, { name: '取消申请' }]} />
      <div className={styles.page}>
        <h1>{done ? '申请已取消' : '取消申请'}</h1>
        <p>
          申请编号 <span className={styles.reference}>{reference}</span>
        </p>
        {done ? (
          <p>这次申请已经取消，授权同时撤回，不会再有人就它联系您。</p>
        ) : (
          <CancelForm answer={answer} />
        )}
        {loggedIn ? (
          <p>
            <a href={personalPath('requests')}>我的申请</a>
          </p>
        ) : null}
      </div>
    </main>
  )
}

/** Phone, then code, in one form; the phone never stands in an address. */
function CancelForm({ answer }: { answer: CancelAnswer | undefined }) {
  const { sent = false, phone, problem } = answer ?? {}
  return (
    <form method="post" noValidate className={styles.form}>
      <ErrorSummary problem={problem} />
      {sent && problem === undefined ? (
        <output>验证码已发出，5 分钟内有效。60 秒后可以重新获取。</output>
      ) : null}
      <TextField
        label="提交申请时填写的电话"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        defaultValue={phone}
        error={problem?.fields['phone']}
      />
      {sent ? (
        <TextField
          label="验证码"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is the answer to asking for this code
          autoFocus={problem === undefined}
          required
          hint="6 位短信验证码"
          error={problem?.fields['code']}
        />
      ) : null}
      {sent ? (
        <button className="button" type="submit" name="intent" value="cancel">
          取消申请
        </button>
      ) : null}
      <button className={sent ? 'button quiet' : 'button'} type="submit" name="intent" value="code">
        {sent ? '重新获取验证码' : '获取验证码'}
      </button>
    </form>
  )
}
