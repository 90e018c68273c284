import { readFileSync } from 'node:fs'
import type { CSSOptions } from 'vite'

type PostcssPlugin = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number]

const defined = /(?<![\w-])--([a-z][\w-]*)(?=\s*:)/g
const named = /(?<![\w-])--([a-z][\w-]*)/g
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Names that scripts say too. */
const said = new Set(['brand'])

/**
 * Gives the custom properties that some style sheets define names of one or two letters, the same in every build: every
 * page carries its styles, and their words cost it 150 bytes.
 */
export function shortenCustomProperties(sheets: readonly string[]): PostcssPlugin {
  const names = new Set(
    sheets.flatMap((sheet) =>
      [...readFileSync(sheet, 'utf8').matchAll(defined)].map(([, name = '']) => name),
    ),
  )
  const short = new Map([...names].filter((name) => !said.has(name)).map((name, at) => [name, shortName(at)]))
  const shorten = (text: string) =>
    text.replaceAll(named, (whole, name: string) => {
      const other = short.get(name)
      return other === undefined ? whole : `--${other}`
    })
  return {
    postcssPlugin: 'short-properties',
    OnceExit(root) {
      root.walkDecls((declaration) => {
        declaration.prop = shorten(declaration.prop)
        declaration.value = shorten(declaration.value)
      })
    },
  }
}

function shortName(at: number): string {
  const sign = letters.charAt(at % letters.length)
  return at < letters.length ? sign : sign + shortName(Math.floor(at / letters.length) - 1)
}
