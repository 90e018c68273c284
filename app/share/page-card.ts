/**
 * Open Graph of the shown page; undefined after a navigation inside the document, which had the Open Graph of the page
 * that it was loaded with.
 */
export function openGraph(name: string): string | undefined {
  const content = (property: string) =>
    document.querySelector<HTMLMetaElement>(`meta[property="og:${property}"]`)?.content
  return content('url') === pageLink() ? content(name) : undefined
}

/** The address under which the shown page is shared. */
export function pageLink(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
  return canonical ?? window.location.href.replace(/#.*/, '')
}

/** The title of the shown page for people: that of its card, else the page's without the site's name. */
export function pageTitle(): string {
  return openGraph('title') ?? document.title.replace(/_[^_]*$/, '')
}
