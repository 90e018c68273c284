import { Fragment } from 'react'

/**
 * Texts that do not wrap inside while they fit: the given parts, or the words of a text such as `2026年12月5日（周六）
 * 09:30–16:30`.
 */
export function NoWrap({ text }: { text: string | readonly string[] }) {
  return (typeof text === 'string' ? text.split(' ') : text).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
    <Fragment key={index}>
      {index === 0 ? null : ' '}
      <span className="part">{part}</span>
    </Fragment>
  ))
}
