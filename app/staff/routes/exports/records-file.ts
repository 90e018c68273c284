import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { exportRecordsFile } from '#server/contract/staff/exports.ts'
import { fileResponse, sendForFile } from '../../access/file-response.server.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { exportsPath } from '../../paths.ts'

/** The file answers the form alone; a GET leads to the form. */
export function loader() {
  return redirect(exportsPath)
}

/** `POST /staff/exports/records/`: records with names and phones as a file. */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const { text } = await sendForFile(args, exportRecordsFile, values, { page: exportsPath, values })
  const { kind = 'records', since = '', format = 'csv' } = values
  return fileResponse(
    text,
    `${since === '' ? kind : `${kind}-${since}`}.${format === 'jsonl' ? 'jsonl' : 'csv'}`,
  )
}
