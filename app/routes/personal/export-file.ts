import type { ActionFunctionArgs } from '@remix-run/node'
import { exportAccount } from '#server/contract/accounts/account.ts'
import { codes } from '#server/contract/codes.ts'
import { sendForm } from '#app/api/client.server.ts'
import { privateRedirect } from '#app/city/redirects.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { readForm } from '#app/forms/read-form.server.ts'
import { personalPath } from '#app/paths.ts'
import { authenticatedCall } from '#app/visitor/authenticated-call.server.ts'
import { privateHeaders, redirectWithFlash } from '#app/visitor/private-page.server.ts'

/** The file is only sent in response to the form; a GET redirects to it. */
export function loader() {
  return privateRedirect(personalPath('export'))
}

/**
 * `POST /personal/export/file/`: all data stored about the visitor as a JSON file; a refused code redirects to the
 * form.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const caller = { context, request }
  const path = personalPath('export')
  const { code = '' } = await readForm(request)
  const reply = await authenticatedCall(caller, path, () => sendForm(caller, exportAccount, { code }))
  if (!reply.ok) {
    if (reply.code === codes.notNow) return notNow(reply.message)
    const { message, fields } = problemOf(reply)
    return redirectWithFlash(caller, path, { message: fields['code'] ?? message })
  }
  return new Response(JSON.stringify(reply.data, undefined, 2), {
    headers: {
      ...privateHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
    },
  })
}

function notNow(message: string): Response {
  return new Response(`${message}。没有导出，请返回后再试。`, {
    status: 503,
    headers: { ...privateHeaders, 'content-type': 'text/plain; charset=utf-8' },
  })
}
