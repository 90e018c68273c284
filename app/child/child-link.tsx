import type { ComponentProps } from 'react'
import { useForChild } from './use-child.ts'

/** A link to another page of the site, for the child of this page. */
export function ChildLink({ href, ...link }: ComponentProps<'a'> & { href: string }) {
  const forChild = useForChild()
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- its children are among the properties
  return <a {...link} href={forChild(href)} />
}
