import { pinyin } from 'pinyin-pro'

/** Heteronyms in names, with all their readings: the dictionary chooses one. */
const otherReadings = new Map<string, readonly string[]>([
  ['长', ['chang', 'zhang']],
  ['行', ['xing', 'hang']],
  ['重', ['chong', 'zhong']],
  ['乐', ['le', 'yue']],
  ['厦', ['xia', 'sha']],
  ['都', ['du', 'dou']],
  ['朝', ['chao', 'zhao']],
  ['曾', ['zeng', 'ceng']],
  ['埔', ['pu', 'bu']],
  ['涌', ['yong', 'chong']],
  ['柏', ['bai', 'bo']],
  ['泊', ['bo', 'po']],
  ['盛', ['sheng', 'cheng']],
  ['单', ['dan', 'shan']],
  ['解', ['jie', 'xie']],
  ['查', ['cha', 'zha']],
  ['传', ['chuan', 'zhuan']],
  ['藏', ['cang', 'zang']],
  ['车', ['che', 'ju']],
  ['调', ['diao', 'tiao']],
  ['番', ['pan', 'fan']],
  ['贾', ['jia', 'gu']],
  ['牟', ['mou', 'mu']],
  ['洗', ['xi', 'xian']],
  ['翟', ['zhai', 'di']],
  ['仇', ['chou', 'qiu']],
  ['弄', ['nong', 'long']],
])

/**
 * The pinyin of each character of a run of Han characters, without tones, ü as v: the reading in context first, then
 * other usual ones. A character without a reading has none.
 */
export function syllablesOf(run: string): string[][] {
  const inContext = pinyin(run, { toneType: 'none', type: 'array', v: true })
  return Array.from(run).map((character, index) => {
    const reading = inContext[index]
    if (reading === undefined || !/^[a-z]+$/.test(reading)) return []
    const others = otherReadings.get(character) ?? []
    return [...new Set([reading, ...others, ...(/^[ln]v/.test(reading) ? [reading.replace('v', 'u')] : [])])]
  })
}
