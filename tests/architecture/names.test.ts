import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/db/project-root.ts'

/**
 * Words by which no file, identifier or type member is named, each with the terms of the field that say what is meant.
 * Several words count where they follow each other: `letGo`, `let-go`; `$` ends a name.
 */
const avoided = new Map([
  ['press', 'toggle, click, submit, deferred action'],
  ['pressed', 'toggled, clicked'],
  ['presses', 'toggles, clicks'],
  ['hold', 'defer, contain, lock'],
  ['holds', 'contains, defers'],
  ['held', 'deferred, pending'],
  ['keep', 'cache, store, retain'],
  ['keeps', 'caches, stores, retains'],
  ['kept', 'cached, stored, retained'],
  ['lane', 'concurrency limiter, pool'],
  ['lanes', 'concurrency limiters, pools'],
  ['come in', 'acquire'],
  ['settle', 'analyze, acknowledge, await idle'],
  ['breathe', 'yield to the event loop'],
  ['seal', 'encrypt'],
  ['sealed', 'encrypted'],
  ['unseal', 'decrypt'],
  ['mark$', 'blind index, HMAC, marker, set a state'],
  ['marks$', 'blind indexes, markers'],
  ['ballast', 'TOAST padding, filler'],
  ['nearness', 'relevance rank'],
  ['patience', 'wait budget, timeout'],
  ['patient', 'with a timeout of its own'],
  ['renew', 'revalidate'],
  ['renewal', 'revalidation'],
  ['asker', 'client, caller'],
  ['believes', 'trusts'],
  ['believed', 'trusted'],
  ['tell', 'notify, report, deliver'],
  ['tells', 'notifies, reports'],
  ['told', 'delivered, reported'],
  ['give back', 'refund, release'],
  ['let go', 'abort'],
  ['take over', 'hydrate, activate'],
  ['taking over', 'hydrating'],
  ['lead on', 'redirect'],
  ['not now', 'service unavailable'],
  ['ways on', 'related links, alternatives'],
  ['hand over', 'drain, transfer'],
  ['given up', 'aborted'],
  ['care for', 'harden'],
  ['lean', 'minimal, build constants'],
  ['spend', 'redeem, consume'],
  ['resting', 'paused, idle'],
])

/** Names that have such a word all the same, and why. */
const exceptions = new Map([
  ['keepAlive', 'an option of node:http'],
  ['setKeepAlive', 'a method of node:net'],
  ['keepAliveTimeout', 'a property of node:http'],
  ['holds', 'a member of the answers of the database lock, which processes of earlier versions read'],
  ['highWaterMark', 'an option of streams'],
  ['byteOrderMark', 'its name in Unicode'],
  ['BrandMark', 'what designers call the sign of a brand'],
  ['brand-mark', 'what designers call the sign of a brand'],
  ['notNow', 'the name of code 1503 in the contract'],
  ['not_now', 'the name of code 1503 in the contract'],
  ['holdsSeat', 'a seat is held, as every booking system says'],
  ['holds_seat', 'a seat is held, as every booking system says'],
])

type Named = { name: string; file: string; line: number }

function sourceFiles(): string[] {
  return ['app', 'server', 'tests'].flatMap((folder) =>
    readdirSync(path.join(projectRoot(), folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:tsx?|mjs|cjs)$/.test(file))
      .map((file) => path.posix.join(folder, file)),
  )
}

/** Declarations that give a name: to a value, a type, a member, or to something under another name. */
function isNaming(node: ts.Node): node is ts.NamedDeclaration {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessorDeclaration(node) ||
    ts.isPropertyAssignment(node)
  )
}

/** The names that a file gives; strings and comments are none. */
function namesIn(file: string, text: string): Named[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const names: Named[] = []
  const walk = (node: ts.Node): void => {
    if (isNaming(node) && node.name !== undefined) {
      const { name } = node
      if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) {
        const { line } = source.getLineAndCharacterOfPosition(name.getStart(source))
        names.push({ name: name.text, file, line: line + 1 })
      }
    }
    ts.forEachChild(node, walk)
  }
  walk(source)
  return names
}

/** `holdEvents`, `hold-events` and `HOLD_EVENTS` as words: `hold events`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[-_.$#]+/g, ' ')
    .trim()
    .toLowerCase()
}

const patterns = [...avoided].map(([word, terms]) => ({
  word,
  terms,
  pattern: new RegExp(`(?:^| )${word}(?: |$)`),
}))
/** A file without any of the words, in whatever writing, need not be parsed. */
const anywhere = new RegExp([...avoided.keys()].join('|').replaceAll('$', '').replaceAll(' ', '[-_]?'), 'i')

test('names use standard terms', () => {
  const wrong = sourceFiles().flatMap((file) => {
    const text = readFileSync(path.join(projectRoot(), file), 'utf8')
    const own = { name: path.posix.basename(file).replace(/\..*$/, ''), file, line: 0 }
    const named = [own, ...(anywhere.test(text) ? namesIn(file, text) : [])]
    return named
      .filter(({ name }) => !exceptions.has(name))
      .flatMap(({ name, line }) => {
        const words = wordsOf(name)
        const found = patterns.find(({ pattern }) => pattern.test(words))
        return found === undefined ? [] : [`${file}:${line} ${name}: rather ${found.terms}`]
      })
  })
  expect(wrong).toEqual([])
}, 60_000)
