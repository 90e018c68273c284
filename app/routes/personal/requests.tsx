import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { cancelRequest, listRequests } from '#server/contract/accounts/account.ts'
import { listOwnTickets } from '#server/contract/check-ins/tickets.ts'
import { apiFor, sendForm } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { lastPageOf, pageNumberOf } from '#app/page-number.ts'
import { personalPath, schoolListPath, pagedPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { Pager } from '#app/ui/pager.tsx'
import { authenticatedCall } from '#app/visitor/authenticated-call.server.ts'
import { privateJson, privateHeaders, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { requireVisitor } from '#app/visitor/require-visitor.server.ts'
import { PersonalFrame, personalPartTemplate } from './personal-frame.tsx'
import styles from './personal.module.css'
import { LeadItem } from './lead-item.tsx'
import { leadView } from './lead-view.ts'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  withErrorTitle(
    pageMeta(personalPartTemplate, { values: { extra1: '我的申请' }, ...siteOf(matches) }),
    matches,
  )

export const headers = () => privateHeaders

const pageHref = (page: number) => pagedPath(personalPath('requests'), page)

/** `/personal/requests/`, with `?page=`: the visitor's own leads, latest first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  await requireVisitor(caller)
  const api = apiFor(caller)
  const [reply, tickets] = await Promise.all([
    api(listRequests, { page: pageNumberOf(request) }, { city: 'all' }),
    optionalPart(api(listOwnTickets, {}), caller),
  ])
  const list = unwrapOrThrow(reply)
  const { items, total, page, page_size } = list
  const last = lastPageOf(list)
  if (page > last) throw await redirectWithFlash(caller, pageHref(last))
  return privateJson({
    items: items.map((item) => leadView(item, tickets ?? [])),
    total,
    page,
    pageSize: page_size,
    list: schoolListPath(cityOf(request)),
  })
}

/** Cancels one lead. */
export async function action({ context, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const { reference = '' } = await readForm(request)
  const reply = await authenticatedCall(caller, personalPath('requests'), () =>
    sendForm(caller, cancelRequest, { reference }),
  )
  if (reply.ok) throw await redirectWithFlash(caller, personalPath('requests'), { message: reply.data.msg })
  const problem = problemOf(reply)
  return privateJson({ problem }, problem.status)
}

export default function RequestsPage() {
  const { items, total, page, pageSize, list } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <PersonalFrame title="我的申请">
      <ErrorSummary problem={problem && { message: problem.message, fields: {} }} />
      {items.length === 0 ? (
        <p>
          还没有申请。<a href={list}>去看看学校</a>，可以预约参观或咨询。
        </p>
      ) : (
        <ul className={styles.items}>
          {items.map((item) => (
            <LeadItem key={item.reference} {...item} />
          ))}
        </ul>
      )}
      <Pager page={page} pageSize={pageSize} total={total} unit="份" hrefOf={pageHref} />
    </PersonalFrame>
  )
}
