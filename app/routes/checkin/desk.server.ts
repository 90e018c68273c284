import type { DeskMode } from '#app/paths.ts'

/**
 * How a check-in page stands at a desk, where one guest comes after another: opened with `?desk=1` by the staff, or with
 * `?plain=1` from a kiosk that falls back to the form. Undefined for anything else: a family's own phone.
 */
export function deskOf(request: Request): DeskMode | undefined {
  const query = new URL(request.url).searchParams
  if (query.has('plain')) return 'plain'
  return query.has('desk') ? 'desk' : undefined
}
