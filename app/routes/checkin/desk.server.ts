import type { DeskMode } from '#app/paths.ts'

/**
 * The desk mode of a check-in page, on devices that many guests use: `?desk=1` opened by staff, or `?plain=1` for the
 * form on a paired kiosk. Undefined on a visitor's own phone.
 */
export function deskOf(request: Request): DeskMode | undefined {
  const query = new URL(request.url).searchParams
  if (query.has('plain')) return 'plain'
  return query.has('desk') ? 'desk' : undefined
}
