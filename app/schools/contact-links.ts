/** External links of a school. */

/** The first phone number of a text as a `tel:` URL, an extension after a pause; undefined without digits. */
export function telephoneLink(phone: string): string | undefined {
  const [, main, extension] =
    /(\+?\d[\d\s()（）–-]{4,})(?:\s*(?:转|ext\.?|#)\s*(\d{1,6}))?/i.exec(phone) ?? []
  const digits = main?.replace(/[^\d+]/g, '')
  if (digits === undefined || digits.length < 5) return undefined
  return `tel:${digits}${extension === undefined ? '' : `,${extension}`}`
}

/** The URL of a school's website when the stored text is an HTTP address; other schemes are never linked. */
export function websiteLink(website: string): string | undefined {
  const text = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(website) ? `http://${website}` : website
  try {
    const url = new URL(text)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
  } catch {
    return undefined
  }
}

/** A web search for the official site of a school that has none on record. */
export function officialSearchLink(school: { name: string }): string {
  return `https://www.baidu.com/s?${new URLSearchParams({ wd: `${school.name} 官网` }).toString()}`
}
