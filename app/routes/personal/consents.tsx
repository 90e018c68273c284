import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listConsents, withdrawConsent } from '#server/contract/accounts/account.ts'
import type { ConsentPurpose } from '#server/contract/leads/consents.ts'
import { apiFor, sendForm } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { readForm } from '#app/forms/read-form.server.ts'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { lastPageOf, pageNumberOf } from '#app/page-number.ts'
import { leadPath, personalPath, pagedPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { Pager } from '#app/ui/pager.tsx'
import { authenticatedCall } from '#app/visitor/authenticated-call.server.ts'
import { privateJson, privateHeaders, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { requireVisitor } from '#app/visitor/require-visitor.server.ts'
import { purposeLabels } from './consent-labels.ts'
import { consentsByRequest, type ConsentGroupView } from './consents-by-request.ts'
import { PersonalFrame, personalPartTemplate } from './personal-frame.tsx'
import styles from './personal.module.css'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  withErrorTitle(
    pageMeta(personalPartTemplate, { values: { extra1: '我的授权' }, ...siteOf(matches) }),
    matches,
  )

export const headers = () => privateHeaders

const pageHref = (page: number) => pagedPath(personalPath('consents'), page)

/** `/personal/consents/`, with `?page=`: the visitor's consents by request, when they were given and to which text. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  await requireVisitor(caller)
  const reply = await apiFor(caller)(listConsents, { page: pageNumberOf(request) }, { city: 'all' })
  const list = unwrapOrThrow(reply)
  const { items, total, page, page_size } = list
  const last = lastPageOf(list)
  if (page > last) throw await redirectWithFlash(caller, pageHref(last))
  return privateJson({ groups: consentsByRequest(items), total, page, pageSize: page_size })
}

/** Withdraws one consent. */
export async function action({ context, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const { id } = await readForm(request)
  const reply = await authenticatedCall(caller, personalPath('consents'), () =>
    sendForm(caller, withdrawConsent, { id: id ?? '0' }),
  )
  if (reply.ok) throw await redirectWithFlash(caller, personalPath('consents'), { message: reply.data.msg })
  const problem = problemOf(reply)
  return privateJson({ problem }, problem.status)
}

export default function ConsentsPage() {
  const { groups, total, page, pageSize } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <PersonalFrame title="我的授权">
      <ErrorSummary problem={problem && { message: problem.message, fields: {} }} />
      <p className="soft">随时可以撤回；撤回前已经打过的电话不受影响。</p>
      {groups.length === 0 ? <p>还没有授权记录。</p> : null}
      <ul className={styles.items}>
        {groups.map((group) => (
          <li key={group.consents[0]?.id} className="panel">
            <ConsentGroup group={group} />
          </li>
        ))}
      </ul>
      <Pager page={page} pageSize={pageSize} total={total} unit="项" hrefOf={pageHref} />
    </PersonalFrame>
  )
}

/** The consents of one request, or of a visit to an event, under its recipient. */
function ConsentGroup({ group }: { group: ConsentGroupView }) {
  const { recipient, reference, given, transferred, consents } = group
  return (
    <>
      <h2>{reference === undefined ? recipient : `给${recipient}的申请`}</h2>
      <p className="soft small">
        <span className="part">
          {given} 授权{reference === undefined ? null : '，'}
        </span>{' '}
        {reference === undefined ? null : (
          <span className="part">
            申请编号 <a href={leadPath(reference)}>{reference}</a>
          </span>
        )}
      </p>
      {transferred === undefined ? null : (
        <p className="soft small">
          {transferred} 转给【{recipient}】；撤回后我们不再联系您，学校已经收到的，请直接告诉学校。
        </p>
      )}
      <ul className={styles.consents}>
        {consents.map(({ id, purpose, text, withdrawn }) => (
          <li key={id}>
            <h3>
              {purposeLabels[purpose]}{' '}
              <span className="tag">{withdrawn === undefined ? '有效' : '已撤回'}</span>
            </h3>
            <p>“{text}”</p>
            {withdrawn === undefined ? (
              <Withdraw id={id} purpose={purpose} recipient={recipient} />
            ) : (
              <p className="soft small">{withdrawn} 撤回</p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

type WithdrawProps = { id: number; purpose: ConsentPurpose; recipient: string }

function Withdraw({ id, purpose, recipient }: WithdrawProps) {
  return (
    <details>
      <summary>
        撤回授权
        <span className="vh">
          （{purposeLabels[purpose]}：{recipient}）
        </span>
      </summary>
      {purpose === 'contact' || purpose === 'guardian' ? (
        <p>撤回后，对应的申请也会一起撤回；预约的名额、候补的位置会让给其他家长。</p>
      ) : null}
      {purpose === 'checkin' ? <p>撤回后，这次签到里的姓名和电话马上删除。</p> : null}
      <PostForm action={personalPath('consents')}>
        <input type="hidden" name="id" value={id} />
        <button className={`button ${styles.danger}`} type="submit">
          确认撤回
        </button>
      </PostForm>
    </details>
  )
}
