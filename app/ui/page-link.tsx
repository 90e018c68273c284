import { Form, Link } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { allowsMotion } from './reduced-motion.ts'

/** A `<Link>` to another page of the site; AnchorNavigation prefetches for it. */
export function PageLink(props: ComponentProps<typeof Link>) {
  return <Link discover="none" viewTransition={allowsMotion()} {...props} />
}

/** A GET form whose fields become the query of a page of the site, opened by client-side navigation. */
export function PageForm(props: Omit<ComponentProps<typeof Form>, 'method'>) {
  return <Form discover="none" viewTransition={allowsMotion()} {...props} />
}
