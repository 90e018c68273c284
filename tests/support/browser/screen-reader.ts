import { Virtual } from '@guidepup/virtual-screen-reader'

/** Where lists, paragraphs and choices begin and end: said by every reader in a way of its own. */
const frames = /^(?:end\b|paragraph$|list$|listitem|option|group, (?:幼儿园|小学|初中|高中)$|document$)/

/** What a screen reader says of the main part of a page's HTML, phrase by phrase to its end; wants a DOM around the test. */
export async function transcriptOf(html: string): Promise<string[]> {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const main = page.querySelector('main')
  if (main === null) throw new Error('the page has no main')
  document.body.replaceChildren(document.importNode(main, true))
  const reader = new Virtual()
  await reader.start({ container: document.body })
  const said: string[] = []
  while (said.at(-1) !== 'end of main') {
    if (said.length > 500) throw new Error(`the reader never ends: ${said.slice(-5).join(' / ')}`)
    await reader.next()
    said.push(await reader.lastSpokenPhrase())
  }
  await reader.stop()
  return said.filter((phrase) => !frames.test(phrase))
}
