/** The site's logo: its favicon, which browsers fetch anyway. */
export function BrandMark() {
  return <img className="mark" src="/favicon.svg" width={32} height={32} alt="" />
}
