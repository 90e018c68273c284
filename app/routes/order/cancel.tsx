import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { durationText } from '#server/contract/duration-text.ts'
import { cancelClue } from '#server/contract/leads/clue.ts'
import { sendClueCode } from '#server/contract/accounts/login.ts'
import { sendForm } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import { CodeField } from '#app/forms/code-field.tsx'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { hasCode, problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { readForm } from '#app/forms/read-form.server.ts'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { TextField } from '#app/forms/text-field.tsx'
import {
  cancelLead,
  findLead,
  parseLeadIdentifier,
  parseReference,
  requireLead,
  type LeadIdentifier,
} from '#app/leads/load-lead.server.ts'
import styles from '#app/leads/order-form.module.css'
import { orderLabels, waitingLabels } from '#app/leads/order-labels.ts'
import { cancellationText } from '#app/leads/lead-labels.ts'
import { LeadSubject } from './lead-subject.tsx'
import type { Caller } from '#app/load-context.ts'
import { privateRedirect } from '#app/city/redirects.ts'
import { contactPath, homePath, personalPath, leadPath } from '#app/paths.ts'
import { siteOf, useCity } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { closeSession } from '#app/cookies/session-cookie.server.ts'
import { browserIdCookies } from '#app/cookies/browser-cookie.server.ts'
import { privateJson, privateHeaders, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { useVisitor } from '#app/visitor/visitor-state.tsx'

/** Texts of the route `orderCancel`. */
export const orderCancelTemplate: Template = {
  title: '取消申请',
  keywords: '取消预约,撤回授权',
  description: '用申请编号和手机验证码取消预约或咨询,不需要账号。',
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  withErrorTitle(
    pageMeta(orderCancelTemplate, siteOf(matches)),
    matches,
    data !== undefined && 'fault' in data,
  )

// Not `no-referrer`: browsers would then send its form without an Origin header, which the server requires.
export const headers = () => privateHeaders

/**
 * `/order/cancel/`, which asks for the reference of a lead and leads on to its page; and the latter,
 * `/order/{access}/cancel/`, which cancels the lead of an access token, or of the account that owns it. With a reference
 * only, it requires the phone and a code, and says nothing about the lead, so that references cannot be enumerated.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  if (params.reference === undefined) return askedReference(request)
  const name = parseLeadIdentifier(params.reference)
  const found = 'access' in name ? await requireLead(caller, name) : await findLead(caller, name)
  const address = 'access' in name ? name.access : name.reference
  if (found !== undefined && !found.cancellable) throw await redirectWithFlash(caller, leadPath(address))
  return privateJson({ address, found }, 200, browserIdCookies({ context, request }))
}

/** The form for the reference; redirects to the page of a typed one. */
function askedReference(request: Request) {
  const typed = new URL(request.url).searchParams.get('reference')
  if (typed === null) return privateJson({ typed: '' })
  const parsed = parseReference(typed)
  if ('fault' in parsed) return privateJson({ typed, fault: parsed.fault }, 422)
  throw privateRedirect(leadPath(parsed.reference, 'cancel'))
}

type CancelAnswer = {
  phone?: string | undefined
  /** Whether a code was sent, now or before. */
  sent: boolean
  /** After a code was sent: how long until another one may be requested, as text. */
  wait?: string
  problem?: FormProblem
}

/** Cancels the lead; with a reference only, sends a code to the lead's phone first. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const name = parseLeadIdentifier(params.reference)
  const { intent, step, phone, code } = await readForm(request)
  if (intent === 'own') {
    const reply = await cancelOwn(caller, name)
    if (reply === 'logged-out')
      return privateJson<CancelAnswer>(
        { sent: false, problem: loggedOut },
        loggedOut.status,
        closeSession(caller),
      )
    if (reply.ok)
      throw await redirectWithFlash(caller, leadPath('access' in name ? name.access : name.reference))
    return privateJson<CancelAnswer>({ sent: false, problem: problemOf(reply) }, problemOf(reply).status)
  }
  if ('access' in name) return privateJson<CancelAnswer>({ sent: false })
  if (intent === 'cancel') {
    const reply = await sendForm(caller, cancelClue, { reference: name.reference, phone, code })
    if (reply.ok) throw await redirectWithFlash(caller, leadPath(reply.data.access ?? name.reference))
    return privateJson<CancelAnswer>(
      { phone, sent: true, problem: problemOf(reply) },
      problemOf(reply).status,
    )
  }
  const reply = await sendForm(caller, sendClueCode, { phone })
  if (reply.ok)
    return privateJson<CancelAnswer>({ phone, sent: true, wait: durationText(reply.data.resend_in) })
  const problem = problemOf(reply)
  const sent = hasCode(reply.data) || (step === 'code' && problem.fields['phone'] === undefined)
  return privateJson<CancelAnswer>({ phone, sent, problem }, problem.status)
}

const loggedOut = {
  message: '登录已过期，请用提交时填的手机号和验证码取消',
  fields: {},
  status: 401,
}

async function cancelOwn(caller: Caller, name: LeadIdentifier) {
  try {
    return await cancelLead(caller, name)
  } catch (error) {
    if (error instanceof NotLoggedInError) return 'logged-out'
    throw error
  }
}

export default function CancelPage() {
  const view = useLoaderData<typeof loader>()
  return 'typed' in view ? <AskReference {...view} /> : <CancelLead view={view} />
}

/** Asks for the reference of a lead. */
function AskReference({ typed, fault }: { typed: string; fault?: string }) {
  const problem = fault === undefined ? undefined : { message: fault, fields: { reference: fault } }
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={[{ name: '首页', href: homePath(useCity()) }, { name: '取消申请' }]} />
      <div className={styles.page}>
        <h1>取消申请</h1>
        <p>没有账号也能取消：先填编号，再用提交时填的手机号收一个验证码。取消以后，授权也一起撤回。</p>
        <form action={leadPath('cancel')} noValidate className={styles.form}>
          <ErrorSummary problem={problem} />
          <TextField
            label="申请编号"
            name="reference"
            required
            hint="10 位字母和数字，在提交后的页面上，也在添加到日历的日程里"
            defaultValue={typed}
            error={fault}
          />
          <p>
            <button className="button" type="submit">
              下一步
            </button>
          </p>
        </form>
        <p>有账号的，在“我的申请”里取消；编号找不到了，请联系我们。</p>
        <p className="words">
          <a className="word" href={personalPath('requests')} rel="nofollow">
            我的申请
          </a>
          <a className="word" href={contactPath}>
            联系我们
          </a>
        </p>
      </div>
    </main>
  )
}

type CancelView = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { address: string }>

/** Asks to confirm the cancellation of a lead, or for phone and code. */
function CancelLead({ view: { address, found } }: { view: CancelView }) {
  const { isLoggedIn } = useVisitor()
  const answer = useActionData<typeof action>()
  const city = useCity()
  const title =
    found === undefined
      ? '取消申请'
      : `取消${(found.status === 'waiting' ? waitingLabels : orderLabels[found.order_type]).title}`
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={[{ name: '首页', href: homePath(city) }, { name: '取消申请' }]} />
      <div className={styles.page}>
        <h1>{title}</h1>
        {found === undefined ? (
          <>
            <p>
              编号 <span className={styles.reference}>{address}</span>
            </p>
            <CodeForm answer={answer} />
          </>
        ) : (
          <PostForm className={styles.form}>
            <ErrorSummary problem={answer?.problem} />
            <LeadSubject found={found} />
            <p>
              编号 <span className={styles.reference}>{found.reference}</span>
            </p>
            <p>{cancellationText(found)}</p>
            <p>
              <button className="button" type="submit" name="intent" value="own">
                确认取消
              </button>
              <a className="button quiet" href={leadPath(address)}>
                不取消了
              </a>
            </p>
          </PostForm>
        )}
        {isLoggedIn ? (
          <p>
            <a href={personalPath('requests')}>我的申请</a>
          </p>
        ) : null}
      </div>
    </main>
  )
}

/** Form for phone, then code; the phone is never part of a URL. */
function CodeForm({ answer }: { answer: CancelAnswer | undefined }) {
  const { sent = false, phone, problem, wait } = answer ?? {}
  return (
    <PostForm noValidate className={styles.form}>
      <ErrorSummary problem={problem} />
      {wait === undefined ? null : <output>验证码已发出，5 分钟内有效。{wait}后可以重新获取。</output>}
      <TextField
        label="提交时填的手机号"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        defaultValue={phone}
        error={problem?.fields['phone']}
      />
      {sent ? <input type="hidden" name="step" value="code" /> : null}
      {sent ? <CodeField wasSent={wait !== undefined} error={problem?.fields['code']} /> : null}
      <p>
        {sent ? (
          <button className="button" type="submit" name="intent" value="cancel">
            确认取消
          </button>
        ) : null}
        <button className={sent ? 'button quiet' : 'button'} type="submit" name="intent" value="code">
          {sent ? '重新获取验证码' : '获取验证码'}
        </button>
      </p>
    </PostForm>
  )
}
