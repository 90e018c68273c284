import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { withNetworkFallback } from '#app/api/network-fallback.ts'
import { bookedTokens, rememberBooking } from '#app/cookies/booked-cookie.server.ts'
import { closeSession, deleteTokens } from '#app/cookies/session-cookie.server.ts'
import { browserIdCookies } from '#app/cookies/browser-cookie.server.ts'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import type { Caller } from '#app/load-context.ts'
import { JointForm } from '#app/leads/joint-form.tsx'
import { loadJoint } from '#app/leads/load-joint.server.ts'
import { findLeads } from '#app/leads/load-lead.server.ts'
import styles from '#app/leads/order-form.module.css'
import { homePath, jointLeadsPath } from '#app/paths.ts'
import { siteOf, useCity } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import {
  privateHeaders,
  privateJson,
  redirectWithFlash,
  secretAddressHeaders,
} from '#app/visitor/private-page.server.ts'
import { JointLeads } from './joint-leads.tsx'
import { RequestLayout } from './request-layout.tsx'
import { sendJoint, sendJointCode, shownJoint, type AcceptedJoint } from './send-joint.server.ts'

/** Texts of the form that asks several schools, and of the page of what it sent. */
export const jointOrderTemplate: Template = {
  title: '{title}',
  keywords: '预约参观,探校安排',
  description: '一次约好几所学校:每所学校各有一份申请,各自取消。',
}

const formTitle = '一次约好几所学校'
const sentTitle = '您约的参观'

export const meta: MetaFunction<typeof loader> = ({ data: view, matches }) =>
  withErrorTitle(
    pageMeta(jointOrderTemplate, {
      values: { title: view?.kind === 'sent' ? sentTitle : formTitle },
      ...siteOf(matches),
    }),
    matches,
  )

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) =>
  loaderHeaders.has('x-robots-tag') ? secretAddressHeaders : privateHeaders

/**
 * `/order/joint/?ids=1,2,3&days=31`: the form that asks schools for a visit; `/order/joint/{access}-{access}/`: what it sent,
 * each with its state of now, for holders of the access tokens. 404 where none of them opens a lead.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  if (params.accesses !== undefined) {
    const sent = await findLeads(caller, params.accesses)
    return data(
      { kind: 'sent' as const, address: params.accesses, ...sent },
      { headers: secretAddressHeaders },
    )
  }
  const view = shownJoint(caller) ?? (await loadJoint(caller, new URL(request.url).searchParams))
  return privateJson({ kind: 'form' as const, view })
}

/** Submits the form: redirects to the page of what was sent, or shows the form with its errors. */
export async function action({ context, request }: ActionFunctionArgs) {
  // The form has its schools; a post without any is of those of the address.
  const asked = new URL(request.url).searchParams.get('ids') ?? ''
  const fields: Readonly<Record<string, string>> = { ids: asked, ...(await readForm(request)) }
  const caller = { context, request }
  const outcome =
    fields['intent'] === 'code' ? await sendJointCode(caller, fields) : await sendJoint(caller, fields)
  if ('accesses' in outcome) {
    const redirect = await redirectWithFlash(caller, jointLeadsPath(outcome.accesses), {
      cookies: bookingCookies(caller, outcome),
    })
    redirect.headers.set('x-remix-reload-document', 'true')
    throw redirect
  }
  return privateJson(outcome, outcome.problem?.status ?? 200, browserIdCookies(caller))
}

/** Without a response the form stays, with its input. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return withNetworkFallback(serverAction<typeof action>(), (message) => ({
    problem: { message: `${message}。填写的内容都还在，请再点一次提交，不会重复。`, fields: {}, status: 503 },
  }))
}

/** The Set-Cookie values after the leads, as after one: bookings are remembered unless their account lists them. */
function bookingCookies(caller: Caller, { bookings, isOfAccount, isLoginEnded }: AcceptedJoint): string[] {
  const ended = isLoginEnded ? (bookings.length === 0 ? closeSession(caller) : deleteTokens(caller)) : []
  const [latest, ...others] = bookings
  const earlier = isLoginEnded ? [] : bookedTokens(caller.request)
  if (latest === undefined || isOfAccount) return ended
  return [...ended, ...rememberBooking(caller, latest, [...others, ...earlier])]
}

export default function JointPage() {
  const fresh = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const city = useCity()
  if (fresh.kind === 'sent') return <JointLeads {...fresh} />
  const view = refused?.view ?? fresh.view
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={[{ name: '首页', href: homePath(city) }, { name: formTitle }]} />
      <RequestLayout>
        <h1>{formTitle}</h1>
        <div className={styles.page}>
          <JointForm
            key={view.key}
            view={view}
            values={refused?.values}
            problem={refused?.problem}
            needsCode={refused?.needsCode}
            wait={refused?.wait}
          />
        </div>
      </RequestLayout>
    </main>
  )
}
