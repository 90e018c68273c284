import { data } from '@remix-run/node'
import { contentKind, type ContentKind } from '#server/contract/staff/content.ts'

/** The kind of content in an address; throws 404 for an unknown one. */
export function kindIn(params: Readonly<Record<string, string | undefined>>): ContentKind {
  const kind = contentKind.safeParse(params['kind'])
  if (kind.success) return kind.data
  throw data({ message: '没有这种内容' }, { status: 404 })
}
