import type { BreadcrumbListLeaf, ItemListLeaf } from 'schema-dts'
import { schoolPath } from '#app/paths.ts'
import type { Breadcrumb } from '#app/ui/breadcrumbs.tsx'
import type { StructuredDataContext } from './structured-data-context.ts'

/** schema.org BreadcrumbList of a page's breadcrumbs. */
export function breadcrumbList(
  { at }: StructuredDataContext,
  items: readonly Breadcrumb[],
): BreadcrumbListLeaf {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map(({ name, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(href === undefined ? {} : { item: at(href) }),
    })),
  }
}

type List = {
  /** Heading over the list. */
  name: string
  items: readonly { name: string; path: string }[]
  /** Number of rows on all pages; default: those of this page. */
  total?: number
  /** Position of this page's first row in the whole list. */
  first?: number
}

/** schema.org ItemList of links in the order of the page. */
export function itemList(
  { at }: StructuredDataContext,
  { name, items, total = items.length, first = 1 }: List,
): ItemListLeaf {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: total,
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: first + index,
      name: item.name,
      url: at(item.path),
    })),
  }
}

type Schools = Omit<List, 'items'> & { schools: readonly { id: number; name: string }[] }

/** schema.org ItemList of schools in the order of the page. */
export function schoolList(around: StructuredDataContext, { schools, ...list }: Schools): ItemListLeaf {
  return itemList(around, {
    ...list,
    items: schools.map(({ id, name }) => ({ name, path: schoolPath(id) })),
  })
}
