import type { ChildText } from './child-line.ts'
import type { ChildQuery } from './child-query.ts'

/** A school's pages for the child of their address. */
export type SchoolForChild = {
  query: ChildQuery
  /** The child in words. */
  label: string
  /** The grade whose tuition stands in the place of that of the whole school: 五年级. */
  grade?: string
  /** Absent on sections that say nothing of it. */
  text?: ChildText
  links: { href: string; label: string }[]
}
