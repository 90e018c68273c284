const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz')
const vowels = Array.from('aeiouy')
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Texts that one slip of the keyboard turns into the typed one: a letter missing, added, changed, or two swapped. */
export function withOneSlip(typed: string): string[] {
  return edited(typed, {
    from: 0,
    missing: () => alphabet,
    changed: () => alphabet,
  })
}

/** Words that have one usual slip: a vowel or one of two like letters missing, a vowel or a neighbouring key instead. */
export function withUsualSlip(typed: string): string[] {
  return edited(typed, {
    from: 2,
    missing: (before, after) => [...vowels, 'h', before, after],
    changed: (letter) => [...(vowels.includes(letter) ? vowels : []), ...neighboursOf(letter)],
  })
}

type Edits = {
  /** Where slips begin. */
  from: number
  /** Letters that may be missing between two. */
  missing: (before: string, after: string) => readonly string[]
  /** Letters that may have been meant. */
  changed: (letter: string) => readonly string[]
}

function edited(typed: string, { from, missing, changed }: Edits): string[] {
  const meant = new Set<string>()
  for (let at = from; at <= typed.length; at += 1) {
    const [before, letter, after] = [typed.slice(0, at), typed.slice(at, at + 1), typed.slice(at + 1)]
    for (const other of missing(before.slice(-1), letter)) meant.add(before + other + letter + after)
    if (letter === '') continue
    for (const other of changed(letter)) meant.add(before + other + after)
    meant.add(before + after)
    if (after !== '') meant.add(before + after.slice(0, 1) + letter + after.slice(1))
  }
  meant.delete(typed)
  return [...meant]
}

function neighboursOf(letter: string): string[] {
  const at = rows.findIndex((row) => row.includes(letter))
  const column = rows[at]?.indexOf(letter) ?? 0
  return [at - 1, at, at + 1].flatMap((row) =>
    Array.from(rows[row]?.slice(Math.max(0, column - 1), column + 2) ?? '').filter((key) => key !== letter),
  )
}

/** English words of many schools' names, and the cities by their pinyin. */
export const schoolWords: ReadonlySet<string> = new Set(
  (
    'international foreign language bilingual experimental private public academy college school institute campus ' +
    'kindergarten primary elementary middle secondary senior junior high american british canadian australian ' +
    'english cambridge curriculum education shenzhen guangzhou foshan huizhou zhuhai dongguan beijing'
  ).split(' '),
)

/** Words of many schools' names that one slip turns into the typed one. */
export function schoolWordsNear(typed: string): string[] {
  return withOneSlip(typed).filter((word) => schoolWords.has(word))
}
