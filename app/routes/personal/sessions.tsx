import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { endSession, listSessions } from '#server/contract/accounts/account.ts'
import { apiFor, sendForm } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { PostForm } from '#app/forms/post-form.tsx'
import { readForm } from '#app/forms/read-form.server.ts'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { personalPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { momentText } from './moment-text.ts'
import { isNewDevice } from './new-device.ts'
import { authenticatedCall } from '#app/visitor/authenticated-call.server.ts'
import { privateJson, privateHeaders, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { requireVisitor } from '#app/visitor/require-visitor.server.ts'
import { PersonalFrame, personalPartTemplate } from './personal-frame.tsx'
import styles from './personal.module.css'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  withErrorTitle(
    pageMeta(personalPartTemplate, { values: { extra1: '登录设备' }, ...siteOf(matches) }),
    matches,
  )

export const headers = () => privateHeaders

/** `/personal/sessions/`: the visitor's sessions; few, by the server's limit. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const caller = { context, request }
  await requireVisitor(caller)
  const { items } = unwrapOrThrow(await apiFor(caller)(listSessions, { page_size: 50 }, { city: 'all' }))
  const own = items.find(({ current }) => current)
  const sessions = items.map((session) => {
    const { id, device, current, created_at, last_seen_at } = session
    return {
      id,
      current,
      isNew: isNewDevice(session, own),
      device: device ?? '未知设备',
      since: momentText(created_at),
      seen: momentText(last_seen_at),
    }
  })
  return privateJson({ sessions })
}

/** Ends one session. */
export async function action({ context, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const { id } = await readForm(request)
  const reply = await authenticatedCall(caller, personalPath('sessions'), () =>
    sendForm(caller, endSession, { id: id ?? '0' }),
  )
  if (reply.ok) throw await redirectWithFlash(caller, personalPath('sessions'), { message: reply.data.msg })
  const problem = problemOf(reply)
  return privateJson({ problem }, problem.status)
}

export default function SessionsPage() {
  const { sessions } = useLoaderData<typeof loader>()
  const problem = useActionData<typeof action>()?.problem
  return (
    <PersonalFrame title="登录设备">
      <ErrorSummary problem={problem && { message: problem.message, fields: {} }} />
      <p className="soft">30 天没有使用，或登录满 90 天，会自动退出。</p>
      <ul className={styles.items}>
        {sessions.map(({ id, current, isNew, device, since, seen }) => (
          <li key={id} className="panel">
            <h2>
              {device} {current ? <span className="tag strong">当前设备</span> : null}
              {isNew ? <span className="tag">新设备</span> : null}
            </h2>
            <p className="soft small">
              <span className="part">{since} 登录，</span>
              <span className="part">最近使用 {seen}</span>
            </p>
            {current ? null : (
              <PostForm action={personalPath('sessions')}>
                <input type="hidden" name="id" value={id} />
                <button className="button quiet" type="submit">
                  下线
                  <span className="vh">
                    ：{device}，{since} 登录
                  </span>
                </button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </PersonalFrame>
  )
}
