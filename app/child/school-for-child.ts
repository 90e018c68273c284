import type { ChildText } from './child-line.ts'
import type { ChildQuery } from '#server/contract/child/child-query.ts'

/** A school's pages for the child of their address. */
export type SchoolForChild = {
  query: ChildQuery
  /** The child in words. */
  label: string
  /** Whose tuition stands in the place of that of the whole school: 五年级, with a school year that is over. */
  tuitionOf?: string
  /** Absent on sections that say nothing of it. */
  text?: ChildText
  links: { href: string; label: string }[]
}
