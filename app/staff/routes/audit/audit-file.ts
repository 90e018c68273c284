import type { LoaderFunctionArgs } from '@remix-run/node'
import { exportAuditPart } from '#server/contract/staff/audit.ts'
import { fileResponse, streamOfParts } from '../../access/file-response.server.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import { askedFilters, filterNames } from './audit-filters.ts'

/** `/staff/audit/file/`: the records that the filters leave as CSV, read part by part as they are sent. */
export async function loader(args: LoaderFunctionArgs) {
  const filters = askedFilters(filtersIn(args.request, filterNames))
  const api = staffApi(args)
  const first = await api.load(exportAuditPart, filters)
  return fileResponse(
    streamOfParts(first, (before) => api.load(exportAuditPart, { ...filters, before })),
    'audit.csv',
  )
}
