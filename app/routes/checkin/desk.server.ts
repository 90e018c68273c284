/**
 * Whether a check-in page stands at a desk, where one guest comes after another: opened with `?desk=1` by the staff, or
 * with `?plain=1` from a kiosk that falls back to the form. Anything else is a family's own phone.
 */
export function isDesk(request: Request): boolean {
  const query = new URL(request.url).searchParams
  return query.has('desk') || query.has('plain')
}
