import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { exportAccount } from '#server/contract/accounts/account.ts'
import { sendForm } from '#app/api/client.server.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { personalPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { authenticatedCall } from '#app/visitor/authenticated-call.server.ts'
import { privateJson, privateHeaders } from '#app/visitor/private-page.server.ts'
import { ReauthenticationForm } from './reauthentication-form.tsx'
import {
  loadReauthentication,
  type Reauthentication,
  refusedCode,
  sendReauthenticationCode,
} from './reauthentication.server.ts'
import { PersonalFrame, personalPartTemplate } from './personal-frame.tsx'
import styles from './personal.module.css'
import { exportSections, type ExportSection } from './export-sections.ts'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  withErrorTitle(
    pageMeta(personalPartTemplate, { values: { extra1: '导出我的数据' }, ...siteOf(matches) }),
    matches,
  )

export const headers = () => privateHeaders

/** `/personal/export/`: all data stored about the visitor, after re-authentication by a code. */
export function loader({ context, request }: LoaderFunctionArgs) {
  return loadReauthentication({ context, request })
}

/** Sends a code, or with a valid one shows all data; `/personal/export/file/` sends it as a file. */
export async function action({ context, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const path = personalPath('export')
  const { intent, step, code = '' } = await readForm(request)
  if (intent !== 'show') return answer(await sendReauthenticationCode(caller, path, step))
  const reply = await authenticatedCall(caller, path, () => sendForm(caller, exportAccount, { code }))
  return reply.ok ? answer(undefined, exportSections(reply.data)) : answer(refusedCode(reply, code))
}

function answer(state: Reauthentication | undefined, parts?: ExportSection[]) {
  return privateJson(
    { ...(state === undefined ? {} : { state }), ...(parts === undefined ? {} : { parts }) },
    state?.problem?.status ?? 200,
  )
}

export default function ExportPage() {
  const { phone } = useLoaderData<typeof loader>()
  const { state, parts } = useActionData<typeof action>() ?? {}
  return (
    <PersonalFrame title="导出我的数据">
      {parts === undefined ? (
        <>
          <p>
            包括您的资料、收藏和备注、申请、授权、提问、纠错、签到和登录记录。可以在这里查看，也可以下载文件。
          </p>
          <ReauthenticationForm action={personalPath('export')} phone={phone} state={state}>
            <button className="button" type="submit" name="intent" value="show">
              在这里查看
            </button>
            <button className="button quiet" type="submit" formAction={personalPath('export/file')}>
              下载文件（JSON）
            </button>
          </ReauthenticationForm>
        </>
      ) : (
        <>
          <p>
            这是我们保存的关于您的全部数据。<a href={personalPath('export')}>重新导出或下载文件</a>
          </p>
          {parts.map(({ title, rows }) => (
            <section key={title} className="panel">
              <h2>{title}</h2>
              {rows.length === 0 ? <p className="soft">暂无</p> : null}
              <dl className={styles.record}>
                {rows.map(({ label, value }, at) => [
                  <dt key={`${at} `}>{label}</dt>,
                  <dd key={at}>{value}</dd>,
                ])}
              </dl>
            </section>
          ))}
        </>
      )}
    </PersonalFrame>
  )
}
