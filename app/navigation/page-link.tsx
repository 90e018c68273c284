import { Form, Link } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { allowsMotion } from './reduced-motion.ts'

/** A link to another page of the site, which the router opens. `Anchors` prefetches what a visitor seems to want. */
export function PageLink(props: ComponentProps<typeof Link>) {
  return <Link discover="none" viewTransition={allowsMotion()} {...props} />
}

/** A form whose fields become the address of a page of the site, which the router opens. */
export function PageForm(props: Omit<ComponentProps<typeof Form>, 'method'>) {
  return <Form discover="none" viewTransition={allowsMotion()} {...props} />
}
