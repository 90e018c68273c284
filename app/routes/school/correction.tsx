import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLocation } from '@remix-run/react'
import { sendCorrection } from '#server/contract/leads/corrections.ts'
import { closeSession } from '#app/cookies/session-cookie.server.ts'
import { contentKey } from '#app/forms/content-key.server.ts'
import { withErrorTitle } from '#app/forms/error-title.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { sendWithOrWithoutLogin } from '#app/accounts/send-with-or-without-login.server.ts'
import { schoolPath } from '#app/paths.ts'
import { requireId } from '#app/require-id.ts'
import { CorrectionForm } from '#app/routes/school/correction/correction-form.tsx'
import { PartError } from '#app/routes/school/frame/part-error.tsx'
import { PartPage } from '#app/routes/school/frame/part-page.tsx'
import { schoolMeta } from './school-meta.ts'
import { privateAfterAction, privateJson, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import type { Template } from '#app/seo/template.ts'

/** Texts of the route `schoolCorrection`. */
export const schoolCorrectionTemplate: Template = {
  title: '{school}资料纠错_{extra3}',
  keywords: '{school},资料纠错',
  description: '发现{school}({extra3})的资料有误,在这里告诉我们,核实后更正。',
}

export const meta: MetaFunction = (args) =>
  withErrorTitle(schoolMeta(schoolCorrectionTemplate, args, { canonical: undefined }), args.matches)

export const headers = privateAfterAction

/** Sends the report; shows the form again with its errors. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const school_id = requireId(params.sid)
  const values = await readForm(request)
  const { field = '', wrong = '', right = '', phone = '' } = values
  const caller = { context, request }
  const { reply, isLoginEnded } = await sendWithOrWithoutLogin(caller, sendCorrection, (token = '') => ({
    ...values,
    school_id,
    key: contentKey([school_id, field, wrong, right, phone, token]),
  }))
  const cookies = isLoginEnded ? closeSession(caller) : []
  if (reply.ok)
    throw await redirectWithFlash(caller, schoolPath(school_id), { message: reply.data.msg, cookies })
  const problem = problemOf(reply)
  return privateJson({ values, problem }, problem.status, cookies)
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

/** `/school/{sid}/correction/`, with `?field=`: the form that reports an error in a fact of the school. */
export default function SchoolCorrectionPage() {
  const field = new URLSearchParams(useLocation().search).get('field') ?? ''
  const refused = useActionData<typeof action>()
  return (
    <PartPage title="资料纠错">
      <CorrectionForm field={field} refused={refused} />
    </PartPage>
  )
}

export function ErrorBoundary() {
  return <PartError part="correction" />
}
