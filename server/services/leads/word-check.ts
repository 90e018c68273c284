import { readFileSync } from 'node:fs'
import { failConfig } from '#server/config/config-error.ts'

/** Kinds of what a text holds that a person should look at before it is public; empty: nothing was found. */
export type CheckText = (text: string) => string[]

/** Words by kind. */
export type WordList = Readonly<Record<string, readonly string[]>>

/** Words that a question about a school has no use for, where the operator has no list of its own. */
export const usualWords: WordList = {
  违法交易: [
    '代考',
    '替考',
    '买学位',
    '卖学位',
    '学位买卖',
    '办假证',
    '假学历',
    '代办证件',
    '内部名额',
    '包录取',
    '保录取',
  ],
  赌博诈骗: ['博彩', '赌场', '网赌', '刷单', '套现', '高利贷', '返利群'],
  色情: ['色情', '约炮', '裸聊', '援交'],
  毒品武器: ['冰毒', '大麻', '枪支', '迷药'],
  侮辱: ['傻逼', '去死', '人渣', '畜生'],
  广告: ['加微信', '加我微信', '加薇信', '加qq', '扫码加', '兼职日结'],
}

/** What is told by its form. */
const forms: readonly [kind: string, form: RegExp][] = [
  ['手机号码', /(?<!\d)1[3-9]\d{9}(?!\d)/],
  ['证件号码', /(?<!\d)\d{17}[\dXx](?!\d)/],
]

/** Creates a check by a list of words: spaces, marks and widths between and of the letters change nothing. */
export function createWordCheck(list: WordList): CheckText {
  const kinds = Object.entries(list).map(([kind, words]): [string, string[]] => [kind, words.map(bare)])
  return (text) => {
    const letters = bare(text)
    const digits = text.normalize('NFKC').replaceAll(/(?<=\d)[\s-]+(?=\d)/g, '')
    return [
      ...kinds.filter(([, words]) => words.some((word) => letters.includes(word))).map(([kind]) => kind),
      ...forms.filter(([, form]) => form.test(digits)).map(([kind]) => kind),
    ]
  }
}

/** A list as an operator writes it: a line for each kind, `kind: word, word`; lines that begin with # are notes. */
export function parseWordList(text: string): WordList {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const [kind = '', words] = line.split(/[:：](.*)/, 2)
      const found = (words ?? '').split(/[,，、]/).filter((word) => bare(word) !== '')
      if (kind.trim() === '' || found.length === 0) throw new Error(`不是“类别: 词, 词”：${line}`)
      return [kind.trim(), found]
    }),
  )
}

/** The words of an operator's file. @throws Error that names the variable, for a file that is not there or no list. */
export function readWordList(file: string): WordList {
  try {
    return parseWordList(readFileSync(file, 'utf8'))
  } catch (error) {
    return failConfig('WORD_LIST', error instanceof Error ? error.message : String(error))
  }
}

function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}\p{Cf}]/gu, '')
}
