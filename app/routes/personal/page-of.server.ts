/** The page that an address asks for by `?page=`; 1 for anything that is none. */
export function pageOf(request: Request): number {
  const page = Number(new URL(request.url).searchParams.get('page') ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}
