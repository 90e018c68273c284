/** Parameters of an address that say for which child a page speaks, in their order. */
export const childNames = ['grade', 'year', 'identity', 'stay', 'bus', 'near'] as const
export type ChildName = (typeof childNames)[number]

/** The child's view of an address: the values of its parameters. Empty on pages that speak for nobody. */
export type ChildQuery = Readonly<Partial<Record<ChildName, string | undefined>>>

/** The parameters that are passed on to others: not where the family lives. */
export const sharedChildNames = childNames.filter((name) => name !== 'near')

/** The child's view of an address, as it is passed on to others. */
export function sharedChildOf(query: URLSearchParams): ChildQuery {
  return Object.fromEntries(sharedChildNames.map((name) => [name, query.get(name) ?? undefined]))
}

/** The child's view as query fields or hidden inputs. */
export function childFields(child: ChildQuery): [name: string, value: string][] {
  return childNames.flatMap((name): [string, string][] => {
    const value = child[name]
    return value === undefined ? [] : [[name, value]]
  })
}

/** Whether a page speaks for a child. */
export function hasChild(child: ChildQuery): boolean {
  return childFields(child).length > 0
}

/** The address of a page for a child. */
export function withChild(path: string, child: ChildQuery): string {
  const query = new URLSearchParams(childFields(child)).toString()
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
}
