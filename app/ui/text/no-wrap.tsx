import { Fragment } from 'react'

/** The parts of a text, or what stands between its spaces, such as `2026年12月5日（周六） 09:30–16:30`: lines break between them, never inside one that fits. */
export function NoWrap({ text }: { text: string | readonly string[] }) {
  return (typeof text === 'string' ? text.split(' ') : text).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
    <Fragment key={index}>
      {index === 0 ? null : ' '}
      <span className="part">{part}</span>
    </Fragment>
  ))
}
