/** Names of so many characters fit into a line of a card on phones from 360 px on. */
const oneLine = 9

/** Where a name may break: after its place, after the institution it belongs to, before its branch in brackets. */
const breaks = /(?<=^.{2,3}市|^(?:.{2,3}市)?.{2,4}[区县]|大学|集团|附属)(?=[^）)].)|(?=[（(])/u

/** What a school's name ends in: its kind. */
const kindAtEnd =
  /(?:外籍人员子女|中外合作|九年一贯制|外国语|中英文|双语|国际|实验|初级|高级|民办|第[一二三四五六七八九十]+)*(?:学校|[中小]学|幼儿园|书院|学院|公学)[^（()]{0,3}(?=$|[（(])/u

/**
 * The words of a long name between which a card breaks its line: place, institution, name, kind of school, branch.
 * Undefined for a name that fits into one line or has one word.
 */
export function nameWords(name: string): string[] | undefined {
  if (Array.from(name).length <= oneLine) return undefined
  const found = wordsOf(name)
  return found.length > 1 ? found : undefined
}

/** The words of a name; those longer than `longest` are halved, so that no line has a single character of one. */
export function shortWords(name: string, longest: number): string[] {
  return wordsOf(name).flatMap((word) => {
    const middle = Math.ceil(word.length / 2)
    return word.length > longest ? [word.slice(0, middle), word.slice(middle)] : [word]
  })
}

function wordsOf(name: string): string[] {
  const kind = kindAtEnd.exec(name)?.index ?? name.length
  const words = [name.slice(0, kind), name.slice(kind)].flatMap((part) => part.split(breaks))
  return words.filter((word) => word !== '')
}
