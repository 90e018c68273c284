import { withoutModal } from '#app/navigation/modal-address.ts'
import { isTrackingParam } from '#app/tracking-params.ts'

/** A property of the shown page's Open Graph; undefined on pages without it. */
export function openGraph(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[property="og:${name}"]`)?.content
}

/**
 * The address under which the shown page is shared: its own at the public origin, without an open form, without tracking
 * parameters, and without coordinates, which are those of the visitor's home.
 */
export function pageLink(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
  const { href, pathname, search } = window.location
  const url = new URL(pathname + search, canonical ?? href)
  const query = withoutModal(url.searchParams)
  for (const [name, value] of url.searchParams) {
    if (isTrackingParam(name) || (name === 'near' && value.includes(','))) query.delete(name)
  }
  // The lists of ids stay readable.
  url.search = query.toString().replaceAll('%2C', ',')
  return url.href
}

/** The title of the shown page for people: that of its card, else the page's without the site's name. */
export function pageTitle(): string {
  return openGraph('title') ?? document.title.replace(/_[^_]*$/, '')
}
