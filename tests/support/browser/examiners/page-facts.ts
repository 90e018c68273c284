import type { Page } from 'playwright'

/** What a page says and how it looks, as far as two ways to it could differ. */
export type PageFacts = Awaited<ReturnType<typeof factsOf>>

/** Title, canonical address, heading, and the place and look of what a visitor sees. */
export function factsOf(target: Page) {
  return target.evaluate(() => {
    const looks = [...document.querySelectorAll('main :is(h1,h2,h3,p,li,a,button,img,dt,dd,td)')]
      .slice(0, 400)
      .map((element) => {
        const { color, fontSize, fontWeight, display, marginTop, paddingLeft } = getComputedStyle(element)
        const { width, height } = element.getBoundingClientRect()
        return [
          element.tagName,
          color,
          fontSize,
          fontWeight,
          display,
          marginTop,
          paddingLeft,
          width,
          height,
        ].join(' ')
      })
    return {
      title: document.title,
      canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href'),
      robots: document.querySelector('meta[name="robots"]')?.getAttribute('content'),
      heading: document.querySelector('h1')?.textContent,
      city: document.querySelector('header')?.textContent,
      looks,
    }
  })
}

/** What is said of one page and not of the other. */
export function differenceOf(one: PageFacts, other: PageFacts): string[] {
  const all = ({ looks, ...words }: PageFacts) => [...looks, JSON.stringify(words)]
  const [said, again] = [all(one), all(other)]
  return [...said.filter((fact) => !again.includes(fact)), ...again.filter((fact) => !said.includes(fact))]
}
