import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { codes } from '#server/contract/codes.ts'
import { exportRecordsFile } from '#server/contract/staff/exports.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import { fileResponse } from '../../access/file-response.server.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { exportsPath } from '../../paths.ts'

/** The file answers the form alone; a GET leads to the form. */
export function loader() {
  return redirect(exportsPath)
}

/**
 * `POST /staff/exports/records/`: records with names and phones as a file. A refused form is shown again with what was
 * typed and why.
 */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const reply = await staffApi(args).send(exportRecordsFile, values)
  if (!reply.ok && reply.code === codes.invalidInput)
    return redirect(`${exportsPath}?${new URLSearchParams(values).toString()}#records`, 303)
  if (!reply.ok) {
    const { message, status } = problemOf(reply)
    return new Response(message, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }
  const { kind = 'records', since = '', format = 'csv' } = values
  return fileResponse(reply.data.text, `${kind}-${since}.${format === 'jsonl' ? 'jsonl' : 'csv'}`)
}
