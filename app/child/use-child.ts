import { useLocation } from '@remix-run/react'
import { useCallback, useMemo } from 'react'
import { childNames, hasChild, withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { useRememberedChildren } from './use-remembered-child.ts'

const plain = /^[\w.,-]{1,40}$/

/** The child of the page's address, not checked further; empty where it names none. */
export function useChild(): ChildQuery {
  const { search } = useLocation()
  return useMemo(() => {
    const query = new URLSearchParams(search)
    return Object.fromEntries(
      childNames.flatMap((name) => {
        const value = query.get(name) ?? ''
        return plain.test(value) ? [[name, value]] : []
      }),
    )
  }, [search])
}

/** The child for whom links of a page lead on: that of its address, else the one that this browser remembers, once hydrated. */
export function useChildOfLinks(): ChildQuery {
  const child = useChild()
  const [remembered] = useRememberedChildren()
  return hasChild(child) ? child : (remembered ?? child)
}

/** Makes the address of another page of the site one for the child of this page. */
export function useForChild(): (path: string) => string {
  const child = useChildOfLinks()
  return useCallback((path) => withChild(path, child), [child])
}
