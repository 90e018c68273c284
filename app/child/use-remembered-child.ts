import { useMemo, useSyncExternalStore } from 'react'
import { childCookie } from './child-address.ts'
import { neverChanges } from '#app/ui/use-hydrated.ts'
import { childFields, childNames, type ChildQuery } from '#server/contract/child/child-query.ts'

const cookie = new RegExp(`(?:^|; )${childCookie}=([^;]+)`)

/** The child that this browser remembers, once hydrated; undefined without one. Links alone use it. */
export function useRememberedChild(): ChildQuery | undefined {
  const text = useSyncExternalStore(
    neverChanges,
    () => cookie.exec(document.cookie)?.[1] ?? '',
    () => '',
  )
  return useMemo(() => {
    if (text === '') return undefined
    // Decoded as a parameter, which accepts malformed escapes.
    const query = new URLSearchParams(new URLSearchParams(`child=${text}`).get('child') ?? '')
    const child: ChildQuery = Object.fromEntries(
      childNames.map((name) => [name, query.get(name) ?? undefined]),
    )
    return childFields(child).length === 0 ? undefined : child
  }, [text])
}
