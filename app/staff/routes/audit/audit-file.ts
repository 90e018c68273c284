import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { exportAuditPart } from '#server/contract/staff/audit.ts'
import { fileResponse, sendForFile, streamOfParts } from '../../access/file-response.server.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { auditPath } from '../../paths.ts'
import { askedFilters } from './audit-filters.ts'

/** The file answers the form alone; a GET leads to the records. */
export function loader() {
  return redirect(auditPath)
}

/** `POST /staff/audit/file/`: the records that the filters leave as CSV, read part by part as they are sent. */
export async function action(args: ActionFunctionArgs) {
  const values = await readFields(args.request)
  const filters = askedFilters(values)
  const first = await sendForFile(args, exportAuditPart, filters, { page: auditPath, values })
  const api = staffApi(args)
  const rest = (before: number) => api.load(exportAuditPart, { ...filters, before, export: first.export })
  return fileResponse(streamOfParts(first, rest), 'audit.csv')
}
