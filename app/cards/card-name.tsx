import { Fragment } from 'react'

/** Names up to so many characters fit into a line of a card on the narrowest phone. */
const oneLine = 8

/** What a school's name ends in: its kind. */
const kindAtEnd =
  /(?:外籍人员子女|中外合作|九年一贯制|外国语|中英文|双语|国际|实验|高级|附属|民办)*(?:学校|中学|小学|幼儿园|书院|学院|公学|学堂|校区)(?:[（(].*)?$/u
const placeAtStart = /^[\u4e00-\u9fff]{2,3}市(?:[\u4e00-\u9fff]{2,3}区)?/u

/** The parts of a long name between which a line breaks: the place, the name itself, the kind of school. */
export function nameParts(name: string): string[] {
  if (Array.from(name).length <= oneLine) return [name]
  const end = kindAtEnd.exec(name)?.index ?? name.length
  const start = Math.min(placeAtStart.exec(name)?.[0].length ?? 0, end)
  return [name.slice(0, start), name.slice(start, end), name.slice(end)].filter((part) => part !== '')
}

/** A school's name on a card, whose lines break between its parts and not inside its words. */
export function CardName({ name }: { name: string }) {
  return nameParts(name).map((part, at) => (
    <Fragment key={at}>
      {at === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ))
}
