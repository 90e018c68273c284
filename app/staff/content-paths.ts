import { staffPrefix } from '#server/contract/staff/staff-paths.ts'

/** Addresses of content and drafts in the staff area, without its prefix (see `paths.ts`). */

export const contentPath = '/content/'
export const draftsPath = '/drafts/'

/** The drafts of one state. */
export function draftsOfStatePath(state: string): string {
  return `${draftsPath}?state=${state}`
}

/** The list of a kind, or the form of a new row. */
export function contentKindPath(kind: string, part?: 'new'): string {
  return part === undefined ? `${contentPath}${kind}/` : `${contentPath}${kind}/${part}/`
}

/** Draws a text of a kind while one types. */
export function contentTextPath(kind: string): string {
  return `${contentKindPath(kind)}text/`
}

/** A row's page, its history, or the page that withdraws it or shows it again. */
export function contentRowPath(kind: string, id: number | string, part?: 'visibility' | 'history'): string {
  return `${contentPath}${kind}/${id}/${part === undefined ? '' : `${part}/`}`
}

/** The form of one section of a row. */
export function editContentPath(kind: string, id: number | string, section: string): string {
  return `${contentRowPath(kind, id)}edit/${section}/`
}

/** The page that merges a school with another one: `with` that one, once it is chosen. */
export function mergeSchoolPath(id: number | string, other?: number): string {
  return `${contentRowPath('schools', id)}merge/${other === undefined ? '' : `?with=${other}`}`
}

/** A draft's page, or one below it. */
export function draftPath(id: number | string, part?: 'discard'): string {
  return `${draftsPath}${id}/${part === undefined ? '' : `${part}/`}`
}

/** The form of one section of a draft. */
export function editDraftPath(id: number | string, section: string): string {
  return `${draftPath(id)}edit/${section}/`
}

/** The preview of a draft: which of its visitors' pages, and whether as wide as the window. */
export function draftPreviewPath(
  id: number | string,
  { page = 0, isWide = false }: { page?: number; isWide?: boolean } = {},
): string {
  const query = new URLSearchParams({
    ...(page === 0 ? {} : { page: String(page) }),
    ...(isWide ? { width: 'wide' } : {}),
  }).toString()
  return `${draftPath(id)}preview/${query === '' ? '' : `?${query}`}`
}

/** The address of a visitors' page as of a draft, whole: it is no route of the staff area. */
export function draftPublicPagePath(id: number | string, path: string): string {
  return `${staffPrefix}${draftPath(id).slice(1)}page/?${new URLSearchParams({ path }).toString()}`
}
