import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { deleteAccount } from '#server/contract/accounts/account.ts'
import { sendForm } from '#app/api/client.server.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { forgetVisitor } from '#app/accounts/forget-browser.server.ts'
import { homePath, personalPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { authenticatedCall } from '#app/visitor/authenticated-call.server.ts'
import { privateJson, privateHeaders, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { ReauthenticationForm } from './reauthentication-form.tsx'
import {
  loadReauthentication,
  type Reauthentication,
  refusedCode,
  sendReauthenticationCode,
} from './reauthentication.server.ts'
import { PersonalFrame, personalPartTemplate } from './personal-frame.tsx'
import styles from './personal.module.css'

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  withErrorTitle(
    pageMeta(personalPartTemplate, { values: { extra1: '注销账号' }, ...siteOf(matches) }),
    matches,
  )

export const headers = () => privateHeaders

/** `/personal/delete/`: closes the account, after re-authentication by a code. */
export function loader({ context, request }: LoaderFunctionArgs) {
  return loadReauthentication({ context, request })
}

/** Sends a code, or with a valid one closes the account and ends the session of this browser. */
export async function action({ context, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const path = personalPath('delete')
  const { intent, step, code = '' } = await readForm(request)
  if (intent !== 'delete') return answer(await sendReauthenticationCode(caller, path, step))
  const reply = await authenticatedCall(caller, path, () => sendForm(caller, deleteAccount, { code }))
  if (!reply.ok) return answer(refusedCode(reply, code))
  const gone = await redirectWithFlash(caller, homePath(cityOf(request)), {
    message: reply.data.msg,
    cookies: forgetVisitor(caller),
  })
  gone.headers.set('clear-site-data', '"cache"')
  throw gone
}

function answer(state: Reauthentication) {
  return privateJson({ state }, state.problem?.status ?? 200)
}

export default function DeletePage() {
  const { phone } = useLoaderData<typeof loader>()
  const state = useActionData<typeof action>()?.state
  return (
    <PersonalFrame title="注销账号">
      <p>注销后不能恢复：</p>
      <ul className={styles.list}>
        <li>手机号、昵称、孩子的学段和年级都删除，所有设备退出登录</li>
        <li>收藏和备注、纠错和没有公开的提问都删除</li>
        <li>还没有办理的申请和活动报名都取消，里面的姓名和电话都删除</li>
        <li>所有授权都撤回</li>
        <li>已经转给学校的姓名和电话，请直接告诉学校删除</li>
        <li>只短期留一条还原不出手机号的注销记录，恢复备份时按它再次删除</li>
        <li>已经公开的提问和点过的“有用”还在，但不再和您有任何联系</li>
      </ul>
      <p>
        需要留底的话，可以先<a href={personalPath('export')}>导出我的数据</a>。
      </p>
      <ReauthenticationForm action={personalPath('delete')} phone={phone} state={state}>
        <button className={`button ${styles.danger}`} type="submit" name="intent" value="delete">
          确认注销账号
        </button>
      </ReauthenticationForm>
    </PersonalFrame>
  )
}
