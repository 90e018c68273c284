/** The syllables of pinyin by their initial, ü as v. */
const finalsByInitial: Record<string, string> = {
  '': 'a ai an ang ao e ei en eng er o ou',
  b: 'a ai an ang ao ei en eng i ian iao ie in ing o u',
  c: 'a ai an ang ao e en eng i ong ou u uan ui un uo',
  ch: 'a ai an ang ao e en eng i ong ou u ua uai uan uang ui un uo',
  d: 'a ai an ang ao e ei en eng i ia ian iao ie ing iu ong ou u uan ui un uo',
  f: 'a an ang ei en eng o ou u',
  g: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  h: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  j: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  k: 'a ai an ang ao e ei en eng ong ou u ua uai uan uang ui un uo',
  l: 'a ai an ang ao e ei eng i ia ian iang iao ie in ing iu o ong ou u uan ue un uo v ve',
  m: 'a ai an ang ao e ei en eng i ian iao ie in ing iu o ou u',
  n: 'a ai an ang ao e ei en eng i ian iang iao ie in ing iu ong ou u uan ue uo v ve',
  p: 'a ai an ang ao ei en eng i ian iao ie in ing o ou u',
  q: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  r: 'an ang ao e en eng i ong ou u ua uan ui un uo',
  s: 'a ai an ang ao e en eng i ong ou u uan ui un uo',
  sh: 'a ai an ang ao e ei en eng i ou u ua uai uan uang ui un uo',
  t: 'a ai an ang ao e ei eng i ian iao ie ing ong ou u uan ui un uo',
  w: 'a ai an ang ei en eng o u',
  x: 'i ia ian iang iao ie in ing iong iu u uan ue un',
  y: 'a an ang ao e i in ing o ong ou u uan ue un',
  z: 'a ai an ang ao e ei en eng i ong ou u uan ui un uo',
  zh: 'a ai an ang ao e ei en eng i ong ou u ua uai uan uang ui un uo',
}

/** Every syllable with its initial and its final. */
const parts = new Map(
  Object.entries(finalsByInitial).flatMap(([initial, finals]) =>
    finals
      .split(' ')
      .map((final): [string, { initial: string; final: string }] => [initial + final, { initial, final }]),
  ),
)
const syllables: ReadonlySet<string> = new Set(parts.keys())
const longest = 6
const beginnings = new Set(
  [...syllables].flatMap((syllable) => Array.from(syllable, (_, index) => syllable.slice(0, index + 1))),
)

const mostReadings = 6
/** Vowel syllables that are read as such only at the start: otherwise jie would be ji and e too. */
const vowels = new Set(['a', 'e', 'o'])

/**
 * Segments letters into pinyin syllables; when that is impossible, with an incomplete last one. Readings with the fewest
 * syllables are first, then those with one more; at most six. Empty when the letters are no pinyin.
 */
export function readAsSyllables(letters: string): string[][] {
  /** Readings of the letters from a position on, filled from the end. */
  const from: string[][][] = Array.from({ length: letters.length + 1 }, () => [])
  const read = (whole: boolean) => {
    from[letters.length] = [[]]
    for (let at = letters.length - 1; at >= 0; at -= 1) {
      const ways: string[][] = []
      for (let length = Math.min(longest, letters.length - at); length > 0; length -= 1) {
        const piece = letters.slice(at, at + length)
        const isLast = at + length === letters.length
        if (at > 0 && vowels.has(piece)) continue
        if (!syllables.has(piece) && (whole || !isLast || !beginnings.has(piece))) continue
        for (const rest of from[at + length] ?? []) ways.push([piece, ...rest])
      }
      from[at] = ways.toSorted((a, b) => a.length - b.length).slice(0, mostReadings)
    }
    const [ways = []] = from
    const fewest = ways[0]?.length ?? 0
    return ways.filter((way) => way.length <= fewest + 1)
  }
  const whole = read(true)
  return whole.length > 0 ? whole : read(false)
}

/** Segments the beginning of letters into whole syllables, each reading with the remaining letters; the longest first. */
export function readBeginning(letters: string): { syllables: string[]; rest: string }[] {
  const ways: { syllables: string[]; rest: string }[] = []
  for (let end = letters.length - 1; end > 1 && ways.length < 3; end -= 1) {
    const [first] = readAsSyllables(letters.slice(0, end))
    if (first?.every((syllable) => syllables.has(syllable))) {
      ways.push({ syllables: first, rest: letters.slice(end) })
    }
  }
  return ways
}

/** Whether letters are two syllables of pinyin at least, all of them whole. A vowel alone may only be the first. */
export function areWholeSyllables(letters: string): boolean {
  /** Positions before which the letters are whole syllables. */
  const ends = new Set([0])
  for (let at = 0; at < letters.length; at += 1) {
    if (!ends.has(at)) continue
    for (let end = at + 1; end <= letters.length; end += 1) {
      const piece = letters.slice(at, end)
      if (!beginnings.has(piece)) break
      if (syllables.has(piece) && (at === 0 ? end < letters.length : !vowels.has(piece))) ends.add(end)
    }
  }
  return letters !== '' && ends.has(letters.length)
}

/** Initials that many speakers do not tell apart. */
const alikeInitials = ['z zh', 'c ch', 's sh', 'n l', 'f h', 'r l', 'j q x'].map((group) => group.split(' '))

const soundAlike = new Map<string, readonly string[]>()

/** The syllables that differ from one in a similar initial, or in one letter of the final: xian and xuan, lan and nan. */
export function syllablesLike(syllable: string): readonly string[] {
  const known = soundAlike.get(syllable)
  if (known !== undefined) return known
  const own = parts.get(syllable)
  const like =
    own === undefined
      ? []
      : [...parts]
          .filter(([, { initial, final }]) =>
            initial === own.initial
              ? isOneEditAway(final, own.final)
              : final === own.final &&
                alikeInitials.some((group) => group.includes(initial) && group.includes(own.initial)),
          )
          .map(([other]) => other)
  soundAlike.set(syllable, like)
  return like
}

/** Whether one letter more, less or changed makes one text of the other; the same text is not. */
function isOneEditAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short === long || long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1)
}
