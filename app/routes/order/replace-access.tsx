import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { replaceRequestAccess } from '#server/contract/accounts/account.ts'
import { codes } from '#server/contract/codes.ts'
import { sendForm } from '#app/api/client.server.ts'
import { rememberReplaced } from '#app/cookies/booked-cookie.server.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { readForm } from '#app/forms/read-form.server.ts'
import { parseLeadIdentifier, requireLead, unknownLead } from '#app/leads/load-lead.server.ts'
import styles from '#app/leads/order-form.module.css'
import { homePath, leadPath } from '#app/paths.ts'
import { siteOf, useCity } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { privateHeaders, privateJson, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { LeadSubject } from './lead-subject.tsx'

const template: Template = {
  title: '换一个专用网址',
  keywords: '申请编号,专用网址',
  description: '别人看到过您申请的专用网址时,换一个新的。',
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  withErrorTitle(pageMeta(template, siteOf(matches)), matches)

// Not `no-referrer`, as for the page that cancels.
export const headers = () => privateHeaders

/** `/order/{access}/access/`: asks before the secret address of a lead is replaced. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const name = parseLeadIdentifier(params.reference)
  if (!('access' in name)) throw unknownLead()
  const found = await requireLead({ context, request }, name)
  return privateJson({ address: name.access, found, key: randomUUID() })
}

/** Replaces the address and leads on to the new one, also when the form comes twice. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const name = parseLeadIdentifier(params.reference)
  if (!('access' in name)) throw unknownLead()
  const { key } = await readForm(request)
  const reply = await sendForm({ ...caller, token: null }, replaceRequestAccess, { access: name.access, key })
  if (reply.ok) {
    const { access } = reply.data
    throw await redirectWithFlash(caller, leadPath(access), {
      message: '已换成新的网址，原来的打不开了。请收藏这一页。',
      cookies: rememberReplaced(caller, { old: name.access, access }),
    })
  }
  if (reply.code === codes.notFound) throw unknownLead()
  return privateJson({ problem: problemOf(reply) }, problemOf(reply).status)
}

export default function ReplaceAccessPage() {
  const { address, found, key } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={[{ name: '首页', href: homePath(useCity()) }, { name: template.title }]} />
      <div className={styles.page}>
        <h1>{template.title}</h1>
        <PostForm className={styles.form}>
          <ErrorSummary problem={problem} />
          <input type="hidden" name="key" value={key} />
          <LeadSubject found={found} />
          <p>
            谁有这个网址，谁就能看到和取消这次申请。别人看到过的话，可以换一个新的：原来的网址马上打不开，收藏的也一样。
          </p>
          <p>申请、编号和入场码都不变。换好以后，请收藏新的网址。</p>
          <p>
            <button className="button" type="submit">
              换一个网址
            </button>
            <a className="button quiet" href={leadPath(address)}>
              不换了
            </a>
          </p>
        </PostForm>
      </div>
    </main>
  )
}
