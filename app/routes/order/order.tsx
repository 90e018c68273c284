import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { withNetworkFallback } from '#app/api/network-fallback.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { rememberBooking } from '#app/cookies/booked-cookie.server.ts'
import { loadOrder, sourceOf } from '#app/leads/load-order.server.ts'
import { DayChoice } from '#app/leads/day-choice.tsx'
import { needsDay } from '#app/leads/open-day-fields.tsx'
import styles from '#app/leads/order-form.module.css'
import { NoRecipient } from '#app/leads/no-recipient.tsx'
import { OrderForm } from '#app/leads/order-form.tsx'
import { formLabels } from '#app/leads/order-labels.ts'
import { BesideForm } from './beside-form.tsx'
import { RequestLayout } from './request-layout.tsx'
import { sendOrder, sendOrderCode, shownOrder, type AcceptedLead } from './send-order.server.ts'
import { rememberSentKey } from './sent-key.server.ts'
import { homePath, leadPath } from '#app/paths.ts'
import { siteOf, useCity } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { browserIdCookies } from '#app/cookies/browser-cookie.server.ts'
import { closeSession, deleteTokens } from '#app/cookies/session-cookie.server.ts'
import type { Caller } from '#app/load-context.ts'
import { privateJson, privateHeaders, redirectWithFlash } from '#app/visitor/private-page.server.ts'

/** Texts of the route `order`. */
export const orderTemplate: Template = {
  title: '{title}{extra1}',
  keywords: '{title},{school},择校',
  description: '{title}{extra2}:填写称呼和电话,页面写明谁会联系您;不需要付费,随时可以取消。',
}

const valuesOf = (title: string, school: string | undefined) =>
  school === undefined ? { title } : { title, school, extra1: `_${school}`, extra2: `(${school})` }

export const meta: MetaFunction<typeof loader> = ({ data: view, matches }) =>
  withErrorTitle(
    pageMeta(orderTemplate, {
      values: valuesOf(formLabels(view ?? { orderType: 'order' }).title, view?.school?.name),
      ...siteOf(matches),
    }),
    matches,
  )

export const headers = () => privateHeaders

/**
 * `/order/?orderType=&schoolId=&openDayId=`: the form for visits, bookings and advice; the choice of an open day before
 * the form for one. After the action, which has the
 * address without a query, the form that it shows again: the title is of that one.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const shown = shownOrder({ context, request })
  if (shown !== undefined) return privateJson(shown)
  const query = new URL(request.url).searchParams
  const names = {
    orderType: query.get('orderType'),
    schoolId: query.get('schoolId'),
    openDayId: query.get('openDayId'),
  }
  return privateJson(await loadOrder({ context, request }, names, sourceOf(request)))
}

/**
 * Submits a lead: redirects to its confirmation, which is loaded as a document also after the dialog's fetcher, or shows
 * the form with its errors.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const fields = await readForm(request)
  const caller = { context, request }
  const outcome =
    fields['intent'] === 'code' ? await sendOrderCode(caller, fields) : await sendOrder(caller, fields)
  if ('access' in outcome) {
    const redirect = await redirectWithFlash(caller, leadPath(outcome.access), {
      cookies: [
        ...rememberSentKey(caller, outcome.key),
        ...bookingCookies(caller, outcome, fields['order_type'] === 'openday'),
      ],
    })
    redirect.headers.set('x-remix-reload-document', 'true')
    throw redirect
  }
  return privateJson(outcome, outcome.problem?.status ?? 200, browserIdCookies(caller))
}

/** Without a response the dialog stays, with its input. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return withNetworkFallback(serverAction<typeof action>(), (message) => ({
    problem: { message: `${message}。填写的内容都还在，请再点一次提交，不会重复。`, fields: {}, status: 503 },
  }))
}

/**
 * The Set-Cookie values after a lead: a booking is remembered unless its account lists it, and a session that had ended
 * goes with the bookings that were made beside it.
 */
function bookingCookies(caller: Caller, lead: AcceptedLead, isBooking: boolean): string[] {
  const { access, isOfAccount, isLoginEnded } = lead
  if (!isBooking) return isLoginEnded ? closeSession(caller) : []
  if (isLoginEnded) return [...deleteTokens(caller), ...rememberBooking(caller, access, [])]
  return isOfAccount ? [] : rememberBooking(caller, access)
}

export default function OrderPage() {
  const fresh = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const view = refused?.view ?? fresh
  const { title } = formLabels(view)
  const city = useCity()
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={[{ name: '首页', href: homePath(city) }, { name: title }]} />
      <RequestLayout>
        <h1>{title}</h1>
        <BesideForm view={view} isRefused={refused?.problem !== undefined} />
        <div className={styles.page}>
          {refused === undefined && needsDay(view) ? (
            <DayChoice view={view} city={city} />
          ) : refused === undefined && view.recipient === undefined ? null : (
            <OrderForm
              key={view.key}
              view={view}
              values={refused?.values}
              problem={refused?.problem}
              needsCode={refused?.needsCode}
              wait={refused?.wait}
            />
          )}
          <NoRecipient view={view} />
        </div>
      </RequestLayout>
    </main>
  )
}
