import { readFileSync } from 'node:fs'
import type { CSSOptions } from 'vite'

type PostcssPlugin = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number]

const defined = /(?<![\w-])--([a-z][\w-]*)(?=\s*:)/g
const named = /(?<![\w-])--([a-z][\w-]*)/g
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Names that scripts use too. */
const usedByScripts = new Set(['brand'])

/**
 * PostCSS plugin that shortens custom properties to one or two letters, the same in every build: styles are inlined in
 * every page, and the long names cost 150 bytes.
 */
export function shortenCustomProperties(sheets: readonly string[]): PostcssPlugin {
  const names = new Set(
    sheets.flatMap((sheet) =>
      [...readFileSync(sheet, 'utf8').matchAll(defined)].map(([, name = '']) => name),
    ),
  )
  const short = new Map(
    [...names].filter((name) => !usedByScripts.has(name)).map((name, at) => [name, shortName(at)]),
  )
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
  const letter = letters.charAt(at % letters.length)
  return at < letters.length ? letter : letter + shortName(Math.floor(at / letters.length) - 1)
}
