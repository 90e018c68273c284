import { useMemo, useSyncExternalStore } from 'react'
import { betweenChildren, childCookie } from './child-address.ts'
import { neverChanges } from '#app/ui/use-hydrated.ts'
import { childFields, childNames, type ChildQuery } from '#server/contract/child/child-query.ts'

const cookie = new RegExp(`(?:^|; )${childCookie}=([^;]+)`)

/** The children that this browser remembers, the shown one first, once hydrated. Links and buttons alone use them. */
export function useRememberedChildren(): ChildQuery[] {
  const text = useSyncExternalStore(
    neverChanges,
    () => cookie.exec(document.cookie)?.[1] ?? '',
    () => '',
  )
  return useMemo(() => {
    // Decoded as a parameter, which accepts malformed escapes.
    const stored = new URLSearchParams(`child=${text}`).get('child') ?? ''
    return stored
      .split(betweenChildren)
      .map((each): ChildQuery => {
        const query = new URLSearchParams(each)
        return Object.fromEntries(childNames.map((name) => [name, query.get(name) ?? undefined]))
      })
      .filter((child) => childFields(child).length > 0)
  }, [text])
}
