import { Fragment } from 'react'

/** A text such as `2026年12月5日（周六） 09:30–16:30`: no line parts what stands between spaces, as long as it fits. */
export function Unbroken({ text }: { text: string }) {
  return text.split(' ').map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other name
    <Fragment key={index}>
      {index === 0 ? null : ' '}
      <span className="part">{piece}</span>
    </Fragment>
  ))
}
