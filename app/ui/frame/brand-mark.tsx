/**
 * The mark: an open book whose pages make a roof, with a light over the door. It is the site's icon, which browsers
 * fetch anyway.
 */
export function BrandMark() {
  return <img className="mark" src="/favicon.svg" width={32} height={32} alt="" />
}
