import type { LoaderFunctionArgs } from '@remix-run/node'
import { exportContentPart, exportKinds, getContentTemplate } from '#server/contract/staff/exports.ts'
import { fileResponse, streamOfParts } from '../../access/file-response.server.ts'
import { filtersIn } from '../../access/filters.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'

/**
 * `/staff/exports/content/?kind=&format=`: all rows of a kind of content as a file, read part by part as it is sent. When
 * the content changes meanwhile the download breaks off, so that no file mixes two states.
 */
export async function loader(args: LoaderFunctionArgs) {
  const api = staffApi(args)
  const { kind: given, format = 'csv' } = filtersIn(args.request, ['kind', 'format'])
  const kind = exportKinds.find(({ slug }) => slug === given)?.slug ?? 'schools'
  if (format === 'template') {
    const { text } = await api.load(getContentTemplate, { kind })
    return fileResponse(text, `${kind}.csv`)
  }
  const wanted = { kind, format: format === 'jsonl' ? format : 'csv' } as const
  const first = await api.load(exportContentPart, wanted)
  const body = streamOfParts(first, async (after) => {
    const part = await api.load(exportContentPart, { ...wanted, after })
    if (part.version !== first.version) throw new Error('the content changed during its export')
    return part
  })
  return fileResponse(body, `${kind}.${wanted.format}`)
}
